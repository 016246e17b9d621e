import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { readSettings, saveSetting } from '../settings/settings.ts'
import { passwordFault } from './chosen-password.ts'
import { passwordLength } from './passwords.ts'

const database = testDatabase()

const ofAnna = {
  names: ['Anna Kirchgassner'],
  emails: ['a.kirchgassner@goldstube.example'],
  siteUrl: 'https://www.ringkontor.example',
}
const faultOf = (password: string) => passwordFault(database.db, password, ofAnna)

test('no password of the list of common ones is taken, nor one that varies them', async () => {
  const common = dictionary['passwords-common'].filter(
    (password) => [...password].length >= passwordLength.least,
  )
  expect(common.length).toBeGreaterThan(1500)
  const taken: string[] = []
  // Every tenth: each of them is asked for by the same rank of the same list.
  for (const [index, password] of common.entries())
    if (index % 10 === 0 && (await faultOf(password)) === null) taken.push(password)
  expect(taken).toEqual([])
  for (const password of [
    'Basketball1',
    'P@ssw0rd123',
    'Passwort2026',
    'qwertzuiop',
    'hallohallo',
    '12.03.1985!!',
  ])
    expect([password, await faultOf(password)]).toEqual([password, 'too-easy'])
})

test('nor one German word with a number or a sign', async () => {
  for (const password of [
    'Schmetterling1',
    'Goldschmied1!',
    'Bundesrepublik',
    'sommerferien2026',
    'Müller1985!',
  ])
    expect([password, await faultOf(password)]).toEqual([password, 'too-easy'])
})

test('nor one that is made of the name or the address of the shop or of the person', async () => {
  const { site } = await readSettings(database.db)
  await saveSetting(database.db, 'site', { ...site, name: 'Juwelier Dreizehnlinden' })
  for (const password of [
    ...['JuwelierDreizehnlinden', 'Dreizehnlinden1!', 'Juwelier Dreizehnlinden', 'www.ringkontor.example'],
    ...[
      'ringkontor2026',
      'AnnaKirchgassner',
      'kirchgassner1',
      'a.kirchgassner@goldstube.example',
      'goldstube123',
    ],
  ])
    expect([password, await faultOf(password)]).toEqual([password, 'own-words'])
})

test('a sentence is taken, also one that names the shop, and any length to the bound', async () => {
  for (const password of [
    ...['ein langer Satz', 'Dreizehnlinden hat 7 Zwerge im Keller', 'trompete-nebel-7'],
    ...['漢字仮名交じり文の長い句です', 'x7Kq9!bP2m', `ein langer Satz ${'4@8({[<3'.repeat(30)}`],
  ])
    expect([password, await faultOf(password)]).toEqual([password, null])
  expect(await faultOf('x7Kq9!bP2')).toBe('too-short')
  expect(await faultOf('ein Satz '.repeat(29))).toBe('too-long')
})
