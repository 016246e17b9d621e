import { expect, test } from 'vitest'
import { may, staffRoles } from '#app/shop/staff/permissions.ts'
import { officePaths, type ScreenName } from '../paths.ts'
import { officeScreens } from '../registry.ts'
import { navigation } from '../screens.ts'
import { currentEntry } from './current-entry.ts'

const pathOf = (screen: ScreenName) => `/${officePaths[screen].replaceAll(/:\w+/g, '17')}`

test('the entry of a screen is the current one there, and no other', () => {
  expect(navigation.map(({ screen }) => currentEntry(navigation, pathOf(screen)))).toEqual(
    navigation.map(({ screen }) => screen),
  )
})

test('every screen lies under an entry that whoever may open it has', () => {
  for (const role of staffRoles) {
    const entries = navigation.filter(({ permission }) => may(role, permission))
    for (const screen of Object.keys(officePaths) as ScreenName[])
      if (may(role, officeScreens[screen].permission))
        expect(currentEntry(entries, pathOf(screen)), `${screen} of ${role}`).not.toBeNull()
  }
})

test('what is reached from a screen lies under its entry', () => {
  const entryOf = (path: string) => currentEntry(navigation, path)
  expect(entryOf('/')).toBe('today')
  expect(entryOf('/counter')).toBe('counter')
  expect(entryOf('/counter/purchase')).toBe('counter')
  expect(entryOf('/counter/sale')).toBe('counter-sale')
  expect(entryOf('/counter/sales/R-17')).toBe('counter-sale')
  expect(entryOf('/counter/day-close')).toBe('day-close')
  expect(entryOf('/pack-orders')).toBe('orders')
  expect(entryOf('/enquiry-templates')).toBe('enquiries')
  expect(entryOf('/bulk-changes')).toBe('pieces')
  expect(entryOf('/pieces-of-nobody')).toBeNull()
})
