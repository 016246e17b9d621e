import { join } from 'node:path'
import type { App } from '#app/app-context.ts'
import { databaseTime } from '#app/platform/database/database.ts'
import { sendGathered } from '#app/platform/gathered-mails.ts'
import { type Job, type JobRun, startJobs } from '#app/platform/jobs.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { admitMail } from '#app/platform/mail-budget.ts'
import { type MailSending, sendDueMails } from '#app/platform/mail-outbox.ts'
import { forgetUses } from '#app/platform/rate-limit.ts'
import { forgetAppointments, remindOfAppointments } from '#app/shop/appointments/reminders.ts'
import { eraseBankLines } from '#app/shop/bank/retention.ts'
import { eraseSellersData } from '#app/shop/buying/erase-sellers-data.ts'
import { recordSales } from '#app/shop/buying/ledger.ts'
import { keepLedgerChecked } from '#app/shop/buying/ledger-checked.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { lapseSellRequests } from '#app/shop/buying/offer.ts'
import { forgetUploads } from '#app/shop/buying/sell-request-photos.ts'
import { pruneCatalogueChanges } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { photosAhead } from '#app/shop/catalogue/photos-ahead.ts'
import { releaseExpiredHolds } from '#app/shop/checkout/hold.ts'
import { expireOrder, lapsedOrders, remindOfTransfers } from '#app/shop/checkout/lapse-unpaid.ts'
import { reconcilePayments, sendRefunds } from '#app/shop/checkout/payment-page.ts'
import { completeOrders } from '#app/shop/checkout/staff-order-steps.ts'
import {
  endLapsedReservations,
  forgetReservations,
  remindOfReservations,
} from '#app/shop/counter/reservation.ts'
import { forgetUnconfirmedAlerts, notifyAlerts } from '#app/shop/enquiries/alerts.ts'
import { forgetMessages } from '#app/shop/enquiries/contact-message.ts'
import { notifyPieceAlerts } from '#app/shop/enquiries/piece-alerts.ts'
import { forgetAskedAddresses } from '#app/shop/enquiries/subscribe.ts'
import { eraseNotedFiles } from '#app/shop/erased-files.ts'
import { condenseEvents } from '#app/shop/insight/record.ts'
import { eraseLabelFiles } from '#app/shop/label-file.ts'
import { eraseOldMails, removeOldMailFiles } from '#app/shop/mail-retention.ts'
import { eraseRestricted } from '#app/shop/people/forget-person.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { forgetGuesses } from '#app/shop/staff/guesses.ts'
import { type BackupJobs, openBackupJobs } from './backup-jobs.ts'
import { forgetClientFiles } from './client-files.ts'
import { notePictures } from './story-pictures.ts'
import type { Tracing } from './tracing/tracing.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * What the shop does by itself: sends its mails (by `SMTP_URL`, else as files in `DATA_DIR/outbox`), follows holds,
 * payments and refunds to their end, tells people of pieces they wait for, makes variants of photos before anybody asks,
 * and forgets what is no longer needed. What is due is told by the clock of the database: that of the process may be wrong,
 * and a day too early is too late for what was removed.
 */
export async function startShopJobs(
  app: App,
  { onRun, tracing }: { onRun?: ((run: JobRun) => void) | undefined; tracing?: Tracing | null } = {},
): Promise<{ stop(): Promise<void>; backup: BackupJobs['state'] }> {
  const { db, env, log, payment, stories, files, secret } = app
  const letterSources = { db, stories, files, siteUrl: env.SITE_URL, secret, log }
  const opened = await openMailTransport({
    smtpUrl: env.SMTP_URL,
    directory: join(env.DATA_DIR, 'outbox'),
    host: new URL(env.SITE_URL).hostname,
  })
  const transport = tracing?.mails(opened) ?? opened
  const sending: MailSending = {
    transport,
    log,
    from: () => senderOf(app),
    write: async (mail) => {
      // Most processes start and end without a mail: what writes them is loaded with the first.
      const { writeLetter } = await import('#app/letters/write-letter.ts')
      return writeLetter(letterSources, mail)
    },
    admit: (mail) => admitMail(db, mail, secret),
    leaveGathered: true,
  }
  const ahead = photosAhead(app)
  const backups = openBackupJobs(app)
  const stopping = new AbortController()
  const jobs: Job[] = [
    { name: 'mails', every: second, batch: 10, run: () => sendDueMails(db, sending) },
    {
      name: 'mails to staff',
      every: 2 * second,
      run: () =>
        sendGathered(db, {
          ...sending,
          combine: async (letters) => {
            const { gatheredLetter } = await import('#app/letters/gathered-letter.tsx')
            return gatheredLetter(db, letters)
          },
        }),
    },
    { name: 'metal feed', every: minute, run: () => askMetalFeed(app) },
    { name: 'holds', every: 5 * second, run: () => releaseExpiredHolds(db) },
    { name: 'reservations', every: 15 * second, run: () => followReservations(app) },
    { name: 'old reservations', every: hour, run: () => forgetReservations(db) },
    { name: 'payments', every: 5 * second, batch: 20, run: () => reconcilePayments(payment) },
    { name: 'refunds', every: 5 * second, batch: 10, run: () => sendRefunds(payment) },
    { name: 'lapsed orders', every: 15 * second, run: () => endLapsedOrders(app) },
    { name: 'reminders', every: 10 * minute, run: async () => remindOfTransfers(db, await readSettings(db)) },
    {
      name: 'reminders of appointments',
      every: 5 * minute,
      run: async () => remindOfAppointments(db, await databaseTime(db)),
    },
    { name: 'completed orders', every: hour, run: async () => completeOrders(db, await readSettings(db)) },
    { name: 'lapsed sell requests', every: 15 * second, batch: 50, run: () => lapseSellRequests(db) },
    { name: 'sales in the ledger', every: minute, batch: 200, run: () => recordSales(db) },
    { name: 'the ledger beside the documents', every: 10 * minute, run: () => keepLedgerChecked(db) },
    { name: 'abandoned photos', every: 10 * minute, batch: 50, run: () => forgetAbandonedPhotos(app) },
    { name: 'expired data', every: hour, run: () => eraseExpiredData(app) },
    { name: 'past appointments', every: hour, run: () => forgetPastAppointments(app) },
    { name: 'files of labels', every: hour, run: () => eraseLabelFiles(db) },
    { name: 'alerts', every: 30 * second, run: async () => notifyAlerts(db, await databaseTime(db)) },
    {
      name: 'alerts of pieces',
      every: 30 * second,
      batch: 200,
      run: async () => notifyPieceAlerts(db, await databaseTime(db)),
    },
    {
      name: 'unconfirmed alerts',
      every: hour,
      run: async () => forgetUnconfirmedAlerts(db, await databaseTime(db)),
    },
    { name: 'old mails', every: hour, run: () => forgetOldMails(app) },
    {
      name: 'asked addresses',
      every: hour,
      run: async () => forgetAskedAddresses(db, await databaseTime(db)),
    },
    { name: 'old messages', every: hour, run: async () => forgetMessages(db, await databaseTime(db)) },
    { name: 'restricted data', every: hour, run: () => eraseRestrictedData(app) },
    { name: 'erased files', every: 5 * second, batch: 50, run: () => eraseNotedFiles(db, files) },
    { name: 'catalogue changes', every: hour, run: () => pruneCatalogueChanges(db) },
    { name: 'insight', every: hour, run: () => condenseEvents(db) },
    { name: 'counts of uses', every: hour, run: () => forgetUses(db) },
    { name: 'guesses', every: hour, run: () => forgetGuesses(db) },
    { name: 'files of former releases', every: hour, run: () => forgetClientFiles(db) },
    { name: 'pictures of stories', every: 5 * second, run: () => notePictures(app) },
    { name: 'WAL to the backup', every: minute, run: backups.ship },
    { name: 'backups', every: 5 * minute, run: backups.backUp },
    { name: 'variants of photos', every: 5 * second, batch: 1, run: () => ahead(stopping.signal) },
  ]
  const running = startJobs(tracing?.jobs(jobs) ?? jobs, { log, onRun })
  return {
    backup: backups.state,
    async stop() {
      stopping.abort()
      backups.stop()
      await running.stop()
      transport.close()
    },
  }
}

/** Pages ask the feed when they are made; those that are kept are not. Returns 0: prices are told by the database. */
async function askMetalFeed({ db, env, log }: App): Promise<number> {
  if (env.METAL_FEED_URL !== undefined)
    await currentPrices(db, await databaseTime(db), { url: env.METAL_FEED_URL, log })
  return 0
}

async function senderOf({ db, env }: App): Promise<string> {
  const { site, contact } = await currentSettings(db)
  return env.MAIL_FROM ?? `"${site.name.replaceAll(/["\\]/g, '')}" <${contact.email}>`
}

async function endLapsedOrders({ db }: App): Promise<number> {
  const orders = await lapsedOrders(db)
  if (orders.length === 0) return 0
  const settings = await readSettings(db)
  for (const order of orders) await expireOrder(db, order, settings)
  return orders.length
}

async function followReservations({ db }: App): Promise<number> {
  return (await endLapsedReservations(db)) + (await remindOfReservations(db))
}

async function forgetAbandonedPhotos({ db }: App): Promise<number> {
  const { buying } = await readSettings(db)
  const now = await databaseTime(db)
  return forgetUploads(db, new Date(now.getTime() - buying.uploadHours * hour))
}

async function forgetOldMails({ db, env }: App): Promise<number> {
  const over = { settings: await readSettings(db), now: await databaseTime(db) }
  return (await eraseOldMails(db, over)) + (await removeOldMailFiles(join(env.DATA_DIR, 'outbox'), over))
}

async function forgetPastAppointments({ db }: App): Promise<number> {
  return forgetAppointments(db, { settings: await readSettings(db), now: await databaseTime(db) })
}

async function eraseExpiredData({ db }: App): Promise<number> {
  const terms = { settings: await readSettings(db), now: await databaseTime(db) }
  return (await eraseSellersData(db, terms)) + (await eraseBankLines(db, terms))
}

async function eraseRestrictedData({ db }: App): Promise<number> {
  return eraseRestricted(db, { settings: await readSettings(db), now: await databaseTime(db) })
}
