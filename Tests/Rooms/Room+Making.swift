// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Room {
    /// The same room for the same seed, on every machine.
    /// - Parameter accessories: how many dual accessories; as many strangers, and clones, come with them. By default
    ///   the seed decides, from 1 to 500.
    package init(seed: UInt64, accessories count: Int? = nil) {
        var dice = Dice(seed: seed)
        let count = count ?? dice.size(from: 1, to: 500)
        let temper = Draft.Temper(&dice)
        var draft = Draft(dice: dice, temper: temper)
        // In some rooms one family is nearly alone.
        let favourite = draft.dice.isLucky(0.25) ? draft.dice.one(of: Family.allCases) : nil
        while draft.things.count < count {
            let family = draft.dice.isLucky(0.7) ? favourite : nil
            let thing = draft.accessory(family ?? draft.dice.one(of: Family.allCases))
            draft.things.append(thing)
            if draft.things.count < count, draft.dice.isLucky(temper.cloned), let clone = draft.clone(of: thing) {
                draft.things.append(clone)
            }
        }
        for index in draft.things.indices where draft.things[index].family != nil {
            draft.things[index] = draft.upset(draft.things[index])
        }
        for _ in 0..<count { draft.things.append(draft.stranger()) }
        self.init(seed: seed, accessories: count, things: draft.things, course: draft.course())
    }

    private init(
        seed: UInt64, accessories: Int, things: [Thing], course: [(time: Duration, what: Happening)]
    ) {
        self.seed = seed
        self.accessories = accessories
        self.things = things
        self.course = course
        owners = [:]
        for (index, thing) in things.enumerated() {
            for heard in thing.advertisements { owners[heard.address.address] = index }
            for network in thing.networks { owners[network.bssid] = index }
        }
    }
}

extension Draft {
    mutating func accessory(_ family: Family) -> Thing {
        switch family {
        case .espressifFour: espressif(hasFour: true)
        case .espressifTwo: espressif(hasFour: false)
        case .provisioning: provisioning()
        case .matter: matter()
        case .goPro: goPro()
        case .shelly: shelly()
        case .sony: sony()
        case .canon: canon()
        case .ricoh: ricoh()
        case .theta: theta()
        case .espHome: espHome()
        case .openSpherical: openSpherical()
        }
    }
}
