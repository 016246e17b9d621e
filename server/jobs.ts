import { join } from 'node:path'
import type { App } from '#app/app-context.ts'
import { type Job, startJobs } from '#app/platform/jobs.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { pruneCatalogueChanges } from '#app/shop/catalogue/live-catalogue.ts'
import { forgetUnconfirmedAlerts, notifyAlerts } from '#app/shop/enquiries/alerts.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { isAlertMail, writeAlertLetter } from '#app/storefront/listing/alert-letters.ts'

const second = 1000
const hour = 3_600_000

/**
 * What the shop does by itself: sends its mails (by `SMTP_URL`, else as files in `DATA_DIR/outbox`), tells people of
 * pieces they wait for, and forgets what is no longer needed.
 */
export async function startShopJobs(app: App): Promise<{ stop(): Promise<void> }> {
  const { db, env, log } = app
  const transport = await openMailTransport({
    smtpUrl: env.SMTP_URL,
    directory: join(env.DATA_DIR, 'outbox'),
    host: new URL(env.SITE_URL).hostname,
  })
  const settings = () => currentSettings(db, Date.now())
  const jobs: Job[] = [
    {
      name: 'mails',
      every: 2 * second,
      batch: 10,
      run: () =>
        sendDueMails(db, {
          transport,
          log,
          from: async () => {
            const { site, contact } = await settings()
            return env.MAIL_FROM ?? `${site.name} <${contact.email}>`
          },
          write: async (mail) => {
            if (!isAlertMail(mail.kind)) throw new Error(`nobody writes mails of the kind “${mail.kind}”`)
            const { site } = await settings()
            return writeAlertLetter(db, mail, { siteUrl: env.SITE_URL, shop: site.name, now: new Date() })
          },
        }),
    },
    { name: 'alerts', every: 30 * second, run: () => notifyAlerts(db, new Date()) },
    { name: 'unconfirmed alerts', every: hour, run: () => forgetUnconfirmedAlerts(db, new Date()) },
    { name: 'catalogue changes', every: hour, run: () => pruneCatalogueChanges(db) },
  ]
  const running = startJobs(jobs, { log })
  return {
    async stop() {
      await running.stop()
      transport.close()
    },
  }
}
