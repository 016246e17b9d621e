import type { Env } from '#app/platform/env.ts'

/** An outside service that the environment sets up: which variables it takes, and whether each is set. Never their values. */
export type Service = {
  name: 'payments' | 'mail' | 'content' | 'metal' | 'analytics' | 'purge' | 'secret' | 'address'
  isSet: boolean
  variables: { name: string; isSet: boolean; isNeeded: boolean }[]
}

type Variable = keyof Env
const services: Record<Service['name'], { needed: Variable[]; besides?: Variable[] }> = {
  payments: { needed: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  mail: { needed: ['SMTP_URL', 'MAIL_FROM'] },
  metal: { needed: ['METAL_FEED_URL'] },
  content: {
    needed: ['STORYBLOK_TOKEN', 'STORYBLOK_PREVIEW_TOKEN'],
    besides: [
      'STORYBLOK_SPACE_ID',
      'STORYBLOK_OAUTH_TOKEN',
      'STORYBLOK_WEBHOOK_SECRET',
      'CONTENT_EDITOR_ORIGIN',
    ],
  },
  analytics: { needed: ['ANALYTICS_URL', 'ANALYTICS_DOMAIN'] },
  purge: { needed: ['PURGE_URL'], besides: ['PURGE_TOKEN'] },
  secret: { needed: ['SESSION_SECRET'], besides: ['SESSION_SECRET_FORMER'] },
  address: { needed: ['SITE_URL'] },
}

/** What the shop was started with. `SITE_URL` that was not given is the machine's own address. */
export function servicesOf(env: Env): Service[] {
  const isSet = (name: Variable) =>
    name === 'SITE_URL' ? !env.SITE_URL.startsWith('http://localhost') : env[name] !== undefined
  return Object.entries(services).map(([name, { needed, besides = [] }]) => ({
    name: name as Service['name'],
    isSet: needed.every(isSet),
    variables: [
      ...needed.map((variable) => ({ name: variable, isSet: isSet(variable), isNeeded: true })),
      ...besides.map((variable) => ({ name: variable, isSet: isSet(variable), isNeeded: false })),
    ],
  }))
}
