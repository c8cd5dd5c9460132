import { test } from '@playwright/test'
import { fleetJourneys } from './demo/fleet.ts'
import { offlineJourneys } from './demo/offline.ts'
import { plantJourneys } from './demo/plant.ts'
import { routeJourneys } from './demo/routes.ts'
import { toolJourneys } from './demo/tools.ts'
import { type Running, startDemo } from './running.ts'

// Filling the fleet takes longer than most journeys: one fleet, one past of a week, for all who only need a fleet.
test.describe('a fleet of plants', () => {
  let server: Running
  test.beforeAll(async () => {
    test.setTimeout(480_000)
    server = await startDemo(15, 7)
  })
  test.afterAll(async () => {
    await server?.stop()
  })

  const demo = (): Running => server
  fleetJourneys(demo)
  plantJourneys(demo)
  routeJourneys(demo)
  offlineJourneys(demo)
  toolJourneys(demo)
})
