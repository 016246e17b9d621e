import { setTimeout as wait } from 'node:timers/promises'
import english from '#app/language/messages/en/storefront.json' with { type: 'json' }
import * as visitors from '../visitors.ts'

/** What is asked for all the time, and what each may be answered while the disk is bad. */
export const deeds = [
  'kept page',
  'other page',
  'photo',
  'order',
  'message',
  'sell photo',
  'office photo',
] as const
export type Deed = (typeof deeds)[number]

export type Done = visitors.Heard & {
  deed: Deed
  /** `performance.now()` when it was answered. */
  at: number
  ordered?: visitors.Ordered
  token?: string
}

/** How long each waits after an answer, ms: more would be told that they come too often. */
const pauses: Record<Deed, number> = {
  'kept page': 60,
  'other page': 150,
  photo: 150,
  order: 120,
  message: 400,
  'sell photo': 700,
  'office photo': 900,
}

const keptPages = ['/de', '/en/watches', '/de/kontakt', '/en/contact']

/** Visitors, buyers, sellers and staff of a shop, each busy with one thing after the other until they are told to stop. */
export class Crowd {
  readonly done: Done[] = []
  private readonly url: string
  private readonly given: { pieces: string[]; cookie: string; staffPieces: string[]; photo: string }
  private readonly stopping = new AbortController()
  private working: Promise<unknown> | undefined
  private number = 0

  constructor(url: string, given: Crowd['given']) {
    this.url = url
    this.given = given
  }

  start(): void {
    this.working = Promise.all(
      deeds.map(async (deed) => {
        while (!this.stopping.signal.aborted) {
          await this.act(deed)
          await wait(pauses[deed])
        }
      }),
    )
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.working
  }

  /** Does it once; an order needs a piece that nobody has tried to have. */
  async act(deed: Deed): Promise<Done> {
    this.number += 1
    const { number, url } = this
    const acts: Record<Deed, () => Promise<visitors.Heard>> = {
      'kept page': () => visitors.ask(url, keptPages[number % keptPages.length] ?? ''),
      'other page': () => visitors.ask(url, `/api/search?locale=en&query=number${number}`),
      photo: () => visitors.ask(url, this.given.photo),
      order: () => {
        const piece = this.given.pieces.pop()
        if (piece === undefined) throw new Error('there are too few pieces for all the buyers')
        return visitors.order(url, piece)
      },
      message: () => visitors.write(url, number),
      'sell photo': () => visitors.sendSellPhoto(url),
      'office photo': () => {
        const { staffPieces, cookie } = this.given
        return visitors.addStaffPhoto(url, cookie, staffPieces[number % staffPieces.length] ?? '')
      },
    }
    const heard = await acts[deed]()
    const done: Done = {
      ...heard,
      deed,
      at: performance.now(),
      ...('again' in heard && { ordered: heard as visitors.Ordered }),
      ...('token' in heard && { token: String(heard.token) }),
    }
    this.done.push(done)
    return done
  }
}

/** Whether it was done: a photo that cannot be kept is an answer of the office's, too. */
export function succeeded({ deed, status, text }: Done): boolean {
  if (deed === 'order' || deed === 'message') return status === 303
  if (deed === 'sell photo') return status === 201
  return status === 200 && (deed !== 'office photo' || text.startsWith('{"ok":true'))
}

/**
 * Why an answer is none that somebody may get while the disk is bad; null for one that is right: done, or refused with
 * its reason and the time after which another try is worth it.
 */
export function whyWrong(done: Done, slowest: number): string | null {
  const { deed, status, headers, text, took } = done
  const found = `${deed}: ${done.what} was answered ${status} after ${Math.round(took)} ms`
  if (took > slowest) return `${deed}: an answer took longer than ${slowest} ms`
  if (succeeded(done)) return null
  const says =
    text.includes('storage-full') ||
    text.includes(english.errors.sentText) ||
    text.includes('does not answer') ||
    text.includes('"failed"')
  if (deed === 'office photo' && status === 200 && text.includes('storage-full')) return null
  if (deed === 'sell photo' && status === 429) return null
  if (status !== 503 && !(deed === 'sell photo' && status === 507)) return `${found}: ${text.slice(0, 200)}`
  if (!headers.has('retry-after')) return `${found} without Retry-After`
  // What a script of the page asks for, it tells in its own words.
  if (deed !== 'other page' && deed !== 'sell photo' && !says)
    return `${found} without a sentence: ${text.slice(0, 200)}`
  return null
}
