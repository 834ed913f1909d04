// SPDX-License-Identifier: Apache-2.0

import AccessorySetupKit

/// The picker's picture of the app's camera: 180 by 120 points, and transparent.
enum Picture {
    /// A PNG. Base64 of another file is just as good, and so is `UIImage(contentsOfFile:)`.
    static let camera = Data(
        base64Encoded: """
            iVBORw0KGgoAAAANSUhEUgAAALQAAAB4AgMAAAAmiTBuAAAADFBMVEUAAABFVWsfKTeTxf3s4gJDAAAAAXRSTlMAQObYZgAAASJJ\
            REFUeNrt18ERgyAQBVBzsAT7SQkelAMl2E9K8AAeUkL6SQkeQiKgYTII+zMyoyN7fuPsMsLuFkWOHMeNS/sbVwSHeOXRzapufYEk\
            sp4KpkuvrnevK69uYppJKXuyllPciLrTWhK1wfPHI5pbLUjaJjKnEtZsxvZYwpovWhD0kohNJay/2JxKUDNH9xtr7mgR1U6RpswN\
            tYv1oYS0KfKh1FJmVA9KqZGs7x/9omhuEzGpCIqesHoS9aD1SNCdTdsmvrnWRZoysz6VTvVXYf83fnfo9xK783+8J+S3CnsHk77I\
            WG9I2aWwfgn2YqzPYzMENp+Asw82V4EzGzYP0mbNo87fKXcSbDsCNy9sq8M2Rvcoa/JSmvVOdUm6CefSOfYUb+0Zhq7tUmIqAAAA\
            AElFTkSuQmCC
            """
    ).flatMap { UIImage(data: $0) }
}
