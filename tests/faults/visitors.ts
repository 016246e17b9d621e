/** What visitors, buyers, sellers and staff ask of a shop from outside, and what they hear. */
import { randomBytes, randomInt } from 'node:crypto'
import sharp from 'sharp'
import { orderFields } from '../checkout.ts'

/** What was heard: status 0 where there was no answer at all. */
export type Heard = {
  what: string
  status: number
  took: number
  headers: Headers
  text: string
}

/** An order that was sent, with what sends it again. */
export type Ordered = Heard & { piece: string; again(): Promise<Ordered> }

/** Longer than any answer may take, ms. */
const givenUpAfter = 30_000

/** Somebody from another network each time, as a proxy would tell. */
const somewhere = () => `${randomInt(11, 200)}.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`

export async function ask(
  url: string,
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Heard> {
  const since = performance.now()
  const from = {
    'x-forwarded-for': somewhere(),
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    origin: url,
    // A connection that is kept may be closed at the very moment at which it is used again.
    connection: 'close',
    ...headers,
  }
  const signal = AbortSignal.timeout(givenUpAfter)
  const heard = (status: number, answered: Headers, text: string): Heard => ({
    ...{ what: `${init.method ?? 'GET'} ${path.split('?')[0]}`, status, headers: answered, text },
    took: performance.now() - since,
  })
  try {
    const answer = await fetch(url + path, { redirect: 'manual', ...init, headers: from, signal })
    return heard(answer.status, answer.headers, await answer.text())
  } catch (error) {
    return heard(0, new Headers(), String((error as Error).cause ?? error))
  }
}

/** Orders a ring of `addRings` to be collected; sent again it is the same order. `cookie`: of whoever holds it. */
export async function order(
  url: string,
  piece: string,
  { payment = 'bank-transfer', cookie = `cart=${piece}_0` } = {},
): Promise<Ordered> {
  const fields = orderFields(piece, { payment })
  const again = async (): Promise<Ordered> => {
    const init = {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
    }
    return { ...(await ask(url, '/en/checkout', init)), piece, again }
  }
  return again()
}

/** A message by the form of the contact page; each one has words of its own. */
export function write(url: string, number: number): Promise<Heard> {
  const said = `Guten Tag, ist die Uhr Nummer ${number} noch zu haben?`
  const fields = { name: 'Anna Beispiel', email: `anna-${number}@beispiel.example`, message: said }
  return ask(url, '/en/contact', { method: 'POST', body: new URLSearchParams(fields) })
}

/** A photo of a kind that nobody has sent before, some 300 kB. */
export async function newPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width: 500, height: 500, channels: 3 } as const
  const photo = await sharp(randomBytes(500 * 500 * 3), { raw })
    .jpeg()
    .toBuffer()
  return new Uint8Array(photo)
}

/** A seller's photo with a form of its own; `token` names it. */
export async function sendSellPhoto(url: string): Promise<Heard & { token: string }> {
  const token = randomBytes(24).toString('base64url')
  const heard = await ask(url, `/api/sell-photos/form/${token}`, { method: 'POST', body: await newPhoto() })
  return { ...heard, what: 'POST a seller’s photo', token }
}

/** A photo that staff add to a piece. */
export async function addStaffPhoto(url: string, cookie: string, piece: string): Promise<Heard> {
  const heard = await ask(url, `/office/act/photos.add?piece=${piece}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: await newPhoto(),
  })
  return { ...heard, what: 'POST a photo of the office' }
}
