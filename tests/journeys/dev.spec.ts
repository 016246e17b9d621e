import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type DevEnd, endDev } from '../faults/end-dev.ts'

/** `npm run dev` leaves no database behind, however it ends; `npm run faults -- dev` ends it in every way there is. */
test.setTimeout(180_000)
// One after the other: each writes the types of the routes into the checkout, and two at once disturb each other.
test.describe.configure({ mode: 'default' })

let home: string
test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-dev-'))
})
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

const ends: DevEnd[] = [
  'Ctrl+C in its terminal',
  'SIGKILL to the bootstrap',
  'a terminal that closes',
  'a start that fails',
]
for (const end of ends) {
  test(`${end} ends the database, too`, async () => {
    expect(await endDev(end, home)).toEqual([])
  })
}
