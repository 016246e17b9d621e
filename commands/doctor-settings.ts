import type { Env } from '#app/platform/env.ts'
import { type Finding, finding } from './doctor-finding.ts'

/** What the settings say that a shop in earnest should not leave so. No value of a secret is told. */
export function examineSettings(env: Env): Finding[] {
  const found: Finding[] = []
  const warn = (about: string, text: string, advice: string) =>
    found.push(finding('warning', about, text, advice))
  const { hostname, protocol } = new URL(env.SITE_URL)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (isLocal)
    warn('SITE_URL', 'names this machine alone', 'Set the public address before anybody else is to come.')
  else if (protocol !== 'https:')
    warn(
      'SITE_URL',
      'is not encrypted',
      'Put a proxy with TLS in front and write https:// (README, In earnest).',
    )
  else found.push(finding('ok', 'SITE_URL', env.SITE_URL))
  if (protocol === 'https:' && !env.TRUST_PROXY)
    warn(
      'TRUST_PROXY',
      'is off behind an encrypted address',
      'Where a proxy of yours ends TLS, set TRUST_PROXY=true: else all visitors are limited as one.',
    )
  if (env.SMTP_URL === undefined)
    warn('SMTP_URL', 'is absent: mails become files in DATA_DIR/outbox', 'Set the mail server.')
  if (env.STRIPE_SECRET_KEY === undefined)
    warn('STRIPE_SECRET_KEY', 'is absent: nobody can pay online', 'Set it, or leave it where that is wanted.')
  else if (env.STRIPE_WEBHOOK_SECRET === undefined)
    warn(
      'STRIPE_WEBHOOK_SECRET',
      'is absent: payments are seen late',
      'Set what Stripe shows for the webhook.',
    )
  if (env.METAL_FEED_URL === undefined)
    warn('METAL_FEED_URL', 'is absent', 'Staff enter metal prices by hand, or set a feed.')
  return found
}
