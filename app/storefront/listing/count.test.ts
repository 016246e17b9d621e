import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { loadMessages } from '#app/language/messages/load.ts'

test.each([
  ['de', 0, 0, 'Keine Uhren', 'Keine Stücke'],
  ['en', 0, 0, 'No watches', 'No pieces'],
  ['de', 1, 0, 'Eine Uhr', 'Ein Stück'],
  ['de', 1, 1, 'Eine Uhr, reserviert', 'Ein Stück, reserviert'],
  ['de', 9, 1, '9 Uhren, davon eine reserviert', '9 Stücke, davon eines reserviert'],
  ['de', 1200, 3, '1.200 Uhren, davon 3 reserviert', '1.200 Stücke, davon 3 reserviert'],
  ['en', 1, 1, 'One watch, reserved', 'One piece, reserved'],
  ['en', 9, 0, '9 watches', '9 pieces'],
  ['en', 9, 1, '9 watches, one of them reserved', '9 pieces, one of them reserved'],
  ['en', 9, 2, '9 watches, 2 of them reserved', '9 pieces, 2 of them reserved'],
] as const)('%s: %i pieces, %i of them reserved', async (locale, count, reserved, watches, pieces) => {
  const messages = await loadMessages(locale, ['listing'])
  const t = createTranslator({ locale, messages, timeZone, namespace: 'listing' })
  expect([t('countWatches', { count, reserved }), t('countJewelry', { count, reserved })]).toEqual([
    watches,
    pieces,
  ])
})
