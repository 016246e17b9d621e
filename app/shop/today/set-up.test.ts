import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSettings, saveBranch, saveSetting } from '#app/shop/settings/settings.ts'
import { startEmptyShop } from '#db/start-shop.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { setUpLeft, setUpSteps } from './set-up.ts'

const database = testDatabase()
const nothingSet = { SMTP_URL: undefined, STORYBLOK_TOKEN: undefined }
const left = async (env: Parameters<typeof setUpLeft>[1] = nothingSet) =>
  (await setUpLeft(database.db, env)).map(({ step }) => step)

test('an empty shop lacks everything, and what was done is not named again', async () => {
  const { db } = database
  await startEmptyShop({ db, directory: 'db/start', now: new Date(), stories: true })
  expect(await left()).toEqual([...setUpSteps])
  const texts = (await setUpLeft(db, nothingSet)).find(({ step }) => step === 'pages')
  expect(texts?.about).toContainEqual({ de: 'Impressum', en: 'Imprint' })
  // The home page says what is true of an empty shop.
  expect(texts?.about.map(({ de }) => de)).not.toContain('Startseite')

  await saveSetting(db, 'site', { name: 'Goldmine' })
  await saveSetting(db, 'contact', {
    phone: '0228 111',
    email: 'post@goldmine.example',
    messaging: 'https://goldmine.example/chat',
    hoursText: { de: 'Mo–Fr 9–18 Uhr', en: 'Mon–Fri 9 am–6 pm' },
  })
  // Half of who the shop is, is not who it is.
  expect(await left()).toContain('shop')
  const { company, notices } = await readSettings(db)
  await saveSetting(db, 'company', {
    ...company,
    ...{ name: 'Goldmine GmbH', street: 'Markt 1', postalCode: '53111', city: 'Bonn' },
    ...{ director: 'G. Mine', register: 'HRB 1', vatId: 'DE123456789' },
  })
  expect(await left()).not.toContain('shop')
  await saveSetting(db, 'bank', {
    ...{ holder: 'Goldmine GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bank: 'Bank' },
  })
  await saveBranch(db, 0, {
    ...{ id: 'koeln', name: 'Goldmine', street: 'Markt 1', postalCode: '50667', city: 'Köln' },
    ...{ phone: '0221 1', email: 'koeln@goldmine.example', hours: [] },
  })
  expect(await left()).toEqual(['pages', 'notices', 'mail', 'first-piece'])
  await saveSetting(db, 'notices', { guarantee: { ...notices.guarantee, de: '/f/1/notices/de.jpg' } })
  expect(await left()).toContain('notices')
  await saveSetting(db, 'notices', { guarantee: { de: '/f/1/notices/de.jpg', en: '/f/1/notices/en.jpg' } })
  await addRings(db, ['40020'])
  expect(await left()).toEqual(['pages', 'mail'])
  expect(await left({ ...nothingSet, SMTP_URL: 'smtp://mail.goldmine.example' })).toEqual(['pages'])
})

test('a draft does not answer for what visitors read, and content kept elsewhere is none of ours', async () => {
  const { db } = database
  await sql`update story set draft_content = '{}'`.execute(db)
  expect(await left()).toContain('pages')
  expect(await left({ ...nothingSet, STORYBLOK_TOKEN: 'a-token' })).not.toContain('pages')
  await sql`update story set published_content = '{}'`.execute(db)
  expect(await left()).not.toContain('pages')
})
