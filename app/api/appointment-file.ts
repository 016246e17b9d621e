import { appContext } from '#app/app-context.ts'
import { downloadedFile } from '#app/letters/appointment-file.ts'
import { findAppointment } from '#app/shop/appointments/appointment.ts'
import { isToken } from '#app/shop/appointments/viewing.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/appointments/{token}/{file}.ics`: the calendar file of an appointment that is ahead, for whoever knows its link. */
export async function loader({ params, context }: ResourceArgs<'token' | 'file'>): Promise<Response> {
  const { db, env, now } = context.get(appContext)
  const found =
    isToken(params.token) && params.file.endsWith('.ics')
      ? await findAppointment(db, { token: params.token }, now())
      : null
  if (found?.state !== 'ahead')
    return new Response('Not Found\n', { status: 404, headers: { 'cache-control': 'no-store' } })
  const settings = await currentSettings(db)
  return new Response(downloadedFile(found, { siteUrl: env.SITE_URL, settings }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': `attachment; filename="${found.locale === 'de' ? 'termin' : 'appointment'}.ics"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  })
}
