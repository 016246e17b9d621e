import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { foldAddress } from '#app/platform/mail-budget.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { Attack, AttackedShop } from './attack.ts'

/** What no mail may say: it stands in every field that an attacker fills. */
const bait = 'gewinn.boese.example'
/** A mailbox of nobody's, in as many spellings as wanted. */
const victim = (kind: string, number: number) => `O.P.F.E.R.${kind}+${number}@Beispiel.example`
/** What one mailbox may be sent of these within one hour, with room for an hour that begins meanwhile. */
const mostToOne = 10
/** To staff, of one kind: the first at once, the rest gathered. */
const mostToStaff = 2

type Sent = { to: string; subject: string; text: string }

/** Mails that lie in the shop's folder, decoded as far as these checks need. */
function mailsIn(dataDir: string): Sent[] {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => {
      const raw = readFileSync(join(folder, name), 'utf8')
      const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=2E', '.')
      const header = (field: string) => new RegExp(`^${field}: (.*)$`, 'im').exec(raw)?.[1] ?? ''
      return { to: header('To'), subject: header('Subject'), text }
    })
}

async function post(shop: AttackedShop, path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(shop.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: shop.url, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
}

/** Some at a time: the attack is on mails, not on the number of connections. */
async function times(number: number, act: (index: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < number; first += 10)
    await Promise.all(Array.from({ length: Math.min(10, number - first) }, (_, index) => act(first + index)))
}

async function withdraw(shop: AttackedShop, index: number): Promise<string[]> {
  const submission = randomUUID()
  const answer = await post(shop, '/en/withdraw-from-contract', {
    submission,
    name: `Name ${bait}`,
    contract: `RG-2020-0000${index % 10} ${bait}`,
    email: victim('widerruf', index),
    comment: `Comment ${bait}`,
    step: 'confirm',
  })
  await answer.arrayBuffer()
  if (answer.status !== 302 && answer.status !== 303) return [`a withdrawal was not taken: ${answer.status}`]
  const shown = await fetch(`${shop.url}/en/withdraw-from-contract?received=${submission}`)
  const page = await shown.text()
  return page.includes(`Comment ${bait}`) ? [] : ['what was declared is not shown to whoever declared it']
}

export const attack: Attack = {
  name: 'mails',
  title: 'Mails to strangers: many, with words that others typed, and to staff',
  async run(shop) {
    const wrong = new Set<string>()
    const before = mailsIn(shop.dataDir).length
    const { contact } = await readSettings(shop.db)
    await times(60, async (index) => {
      for (const fault of await withdraw(shop, index)) wrong.add(fault)
    })
    await times(200, async (index) => {
      const answer = await post(shop, '/en/jewelry/rings', { email: victim('alarm', index) })
      await answer.arrayBuffer()
      if (answer.status >= 500) wrong.add(`an alert was answered ${answer.status}`)
    })
    await times(30, async (index) => {
      const answer = await post(shop, '/en/contact', {
        name: `Name ${bait}`,
        email: victim('nachricht', index),
        message: `${bait} ${index}`,
        subject: 'question',
      })
      await answer.arrayBuffer()
      if (answer.status >= 500) wrong.add(`a message was answered ${answer.status}`)
    })
    const recorded = await shop.db
      .selectFrom('withdrawal')
      .select('id')
      .where('comment', '=', `Comment ${bait}`)
      .execute()
    if (recorded.length !== 60) wrong.add(`of 60 declarations ${recorded.length} were recorded`)

    // Until no more come: what is due goes out within seconds.
    let mails: Sent[] = []
    for (let quiet = 0, turn = 0; quiet < 4 && turn < 40; turn++) {
      const now = mailsIn(shop.dataDir)
      quiet = now.length === mails.length ? quiet + 1 : 0
      mails = now
      await wait(1000)
    }
    if (mails.length === before) wrong.add('no mail went out at all')
    const strangers = mails.filter(({ to }) => /o\.p\.f\.e\.r/i.test(to))
    for (const kind of ['widerruf', 'alarm', 'nachricht']) {
      const address = foldAddress(victim(kind, 0))
      const own = strangers.filter(({ to }) => foldAddress(to) === address)
      if (own.length > mostToOne) wrong.add(`${own.length} mails went to one mailbox (${kind})`)
      if (kind === 'alarm' && own.length > 1)
        wrong.add(`one mailbox was asked ${own.length} times to confirm an alert`)
    }
    if (strangers.some(({ text, subject }) => `${subject} ${text}`.includes('boese')))
      wrong.add('a mail to a stranger says what an attacker typed')
    const kinds = await shop.db
      .selectFrom('mail_outbox')
      .select('kind')
      .distinct()
      .where('care', '=', 'staff')
      .execute()
    const toStaff = mails.filter(({ to }) => to === contact.email).length
    if (toStaff > mostToStaff * Math.max(1, kinds.length)) wrong.add(`${toStaff} mails went to staff`)
    return [...wrong]
  },
}
