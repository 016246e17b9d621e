import type { App } from '#app/app-context.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import { catalogueChannel, pricesChannel, workChannel } from '#app/platform/database/channels.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import type { TodayCounts } from '#app/shop/today/needs.ts'
import { countsOf, readToday, seenBy, type Today } from '#app/shop/today/today.ts'
import type { SignedIn } from '../answer.ts'

/** Milliseconds. Counts that change by the clock alone, or that nobody told, are read this often. */
const tick = 60_000
/** A line that says nothing: proxies close what is silent, and a browser that is gone is noticed. */
const heartbeat = 25_000
/** Between two reads, however much happens. */
const pause = 1_000
/** Streams that one member may have open. */
const mostStreams = 8
/** Messages that somebody may leave unread. */
const mostUnread = 20

type Stream = {
  member: SignedIn
  say: (text: string) => void
  end: () => void
  /** What it was last told. */
  told: string
}

type Live = {
  streams: Set<Stream>
  /** As last read, for all who listen. */
  today: Today | null
  reading: boolean
  again: boolean
  timers: NodeJS.Timeout[]
  waking: NodeJS.Timeout | undefined
  stopped: boolean
}

const lives = new WeakMap<Database, Live>()

function liveOf(db: Database): Live {
  const known = lives.get(db)
  if (known) return known
  const live: Live = {
    ...{ streams: new Set<Stream>(), today: null, reading: false, again: false, timers: [] },
    ...{ waking: undefined, stopped: false },
  }
  lives.set(db, live)
  return live
}

/** Has counts read anew as soon as any process on the database changes what they count. */
export function followWork(db: Database, changes: Changes): void {
  const live = liveOf(db)
  const wake = () => wakeUp(db, live)
  for (const channel of [catalogueChannel, pricesChannel] as const) changes.follow(channel, wake, wake)
  changes.follow(
    workChannel,
    (what) => (what === 'sessions' ? void endSignedOut(db, live) : wake()),
    () => endSignedOut(db, live),
  )
}

/** Ends all streams, and takes none any more: the server stops. */
export function endOfficeEvents(db: Database): void {
  const live = liveOf(db)
  live.stopped = true
  for (const { end } of [...live.streams]) end()
}

/**
 * What waits for whoever is signed in, as server-sent events: `counts` with `TodayCounts` as JSON, at once and whenever
 * they change. All who listen share one read. It ends with the session, and when the server stops.
 */
export function officeEvents({ db, now, log, env }: App, member: SignedIn): Response {
  const live = liveOf(db)
  const own = [...live.streams].filter(({ member: { id } }) => id === member.id)
  if (live.stopped || own.length >= mostStreams)
    return new Response(null, {
      status: live.stopped ? 503 : 429,
      headers: { 'cache-control': 'no-store', 'retry-after': '60' },
    })
  const text = new TextEncoder()
  let stream: Stream | undefined
  const leave = () => {
    if (stream) live.streams.delete(stream)
    if (live.streams.size === 0) rest(live)
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          leave()
          try {
            controller.close()
          } catch {
            // The browser has gone already.
          }
        }
        stream = {
          member,
          told: '',
          end,
          say(said) {
            if ((controller.desiredSize ?? 0) < -mostUnread) return end()
            controller.enqueue(text.encode(said))
          },
        }
        live.streams.add(stream)
        stream.say('retry: 5000\n\n')
        if (live.today) tell(live, stream)
        if (live.timers.length === 0) begin(db, live, { now, log, env })
        wakeUp(db, live)
      },
      cancel: leave,
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

type Reading = Pick<App, 'now' | 'log' | 'env'>
const readings = new WeakMap<Live, Reading>()

function begin(db: Database, live: Live, reading: Reading): void {
  readings.set(live, reading)
  live.timers = [
    setInterval(() => wakeUp(db, live), tick).unref(),
    setInterval(() => {
      for (const { say } of [...live.streams]) say(':\n\n')
      void endSignedOut(db, live)
    }, heartbeat).unref(),
  ]
}

/** Nobody listens: nothing is read. */
function rest(live: Live): void {
  for (const timer of live.timers) clearInterval(timer)
  clearTimeout(live.waking)
  live.timers = []
  live.waking = undefined
  live.today = null
}

function wakeUp(db: Database, live: Live): void {
  if (live.streams.size === 0) return
  if (live.reading || live.waking) {
    live.again = true
    return
  }
  void readAndTell(db, live)
}

async function readAndTell(db: Database, live: Live): Promise<void> {
  const reading = readings.get(live)
  if (!reading) return
  live.reading = true
  live.again = false
  try {
    live.today = await readToday(db, reading.now(), reading.env)
    for (const stream of [...live.streams]) tell(live, stream)
  } catch (error) {
    reading.log.warn({ err: error }, 'what waits in the office could not be read')
  } finally {
    live.reading = false
    if (live.streams.size > 0)
      live.waking = setTimeout(() => {
        live.waking = undefined
        if (live.again) wakeUp(db, live)
      }, pause).unref()
  }
}

function tell({ today }: Live, stream: Stream): void {
  if (!today) return
  const told = JSON.stringify(countsFor(stream.member.role, today))
  if (told === stream.told) return
  stream.told = told
  stream.say(`event: counts\ndata: ${told}\n\n`)
}

const countsFor = (role: StaffRole, today: Today): TodayCounts => countsOf(seenBy(role, today))

/** Ends the streams whose session has ended, or whose member has another role; listening is no use of a session. */
async function endSignedOut(db: Database, live: Live): Promise<void> {
  if (live.streams.size === 0) return
  const members = [...live.streams].map(({ member }) => member)
  try {
    const rows = await query(db, { id: int4 })`
      select s.id from staff_session s join staff_member m on m.id = s.staff_id
      join unnest(${members.map(({ sessionId }) => sessionId)}::int[], ${members.map(({ role }) => role)}::text[])
        as open (id, role) on open.id = s.id and open.role = m.role
      where s.ended_at is null and m.disabled_at is null
        and s.last_seen_at > now() - interval '12 hours' and s.created_at > now() - interval '30 days'
    `
    const alive = new Set(rows.map(({ id }) => id))
    for (const { member, end } of [...live.streams]) if (!alive.has(member.sessionId)) end()
  } catch (error) {
    // Whoever cannot be asked about is asked about again with the next heartbeat.
    readings.get(live)?.log.warn({ err: error }, 'sessions of the office could not be read')
  }
}
