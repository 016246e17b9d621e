import type { App } from '#app/app-context.ts'
import { staffCalendarEntry } from '#app/letters/appointment-file.ts'
import { readAppointments } from '#app/shop/appointments/appointment.ts'
import { calendarFeed } from '#app/shop/appointments/calendar-file.ts'
import { ownerOfFeed } from '#app/shop/appointments/feed.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'

const day = 86_400_000
/** A calendar program is shown so many days. */
const span = { before: 30, after: 180 }

/**
 * What somebody receives, and what nobody in particular does, to whoever knows their link: `<token>.ics`. Calendar
 * programs ask without a session.
 */
export async function feedAnswer(app: App, file: string): Promise<Response> {
  const { db, env } = app
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  const owner = token === undefined ? null : await ownerOfFeed(db, token)
  if (!owner) return new Response('Not Found\n', { status: 404, headers: { 'cache-control': 'no-store' } })
  const now = app.now()
  const at = (days: number) => new Date(now.getTime() + days * day)
  const [settings, appointments] = await Promise.all([
    currentSettings(db),
    readAppointments(db, { from: at(-span.before), until: at(span.after) }, now),
  ])
  const entries = appointments
    .filter(({ staff }) => staff === null || staff.id === owner.id)
    .map((appointment) =>
      staffCalendarEntry(appointment, { siteUrl: env.SITE_URL, settings, locale: owner.locale }),
    )
  return new Response(calendarFeed(entries, { name: settings.site.name, now }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}
