// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import HummingbirdCore

/// The pictures of labels that pages send.
extension PageResponder {
    /// What came of a picture.
    private enum Upload {
        case whole(Data)
        case tooLarge
        case late
    }

    /// The time for a picture to come. There is one place, and a phone that left half of its picture must not keep it.
    static let usualPictureTime = Duration.seconds(20)

    func answerToPicture(in request: Request, of session: Session?) async -> PageResponse {
        let (clock, time) = (clock, pictureTime)
        let upload = await withTaskGroup(of: Upload.self) { group in
            defer { group.cancelAll() }
            group.addTask { await self.body(of: request, limit: PictureReader.limit).map { .whole($0) } ?? .tooLarge }
            group.addTask {
                try? await clock.sleep(for: time)
                return .late
            }
            return await group.next() ?? .late
        }
        switch upload {
        case .whole(let body): return await perform(.picture, body, of: session)
        case .tooLarge: return tooLarge
        case .late: return PageResponse(.requestTimeout, closes: true)
        }
    }
}
