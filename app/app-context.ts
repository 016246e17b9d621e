import { createContext } from 'react-router'
import type { StoryFinder } from './content/story.ts'
import type { AnalyticsServer } from './platform/analytics.ts'
import type { Database } from './platform/database/database.ts'
import type { Env } from './platform/env.ts'
import type { Files } from './platform/files.ts'
import type { Log } from './platform/log.ts'
import type { Secret } from './platform/secrets.ts'
import type { Vies } from './platform/vies.ts'
import type { OnlinePayment } from './shop/checkout/payment-page.ts'

/** What a request may use. Made once per process by the server, or per test. */
export type App = {
  env: Env
  log: Log
  /** What time it is for pages; the database's own clock says it for holds, payments and terms. */
  now: () => Date
  db: Database
  /** Photos and uploads. */
  files: Files
  /** Folder of the pictures that come with the shop, `editorial/…` in it. */
  shippedAssets: string
  /** Stories, through the content service's client and the cache in front of it. */
  stories: StoryFinder
  /** The payment provider's side of orders; its `payments` is null while none is set up. */
  payment: OnlinePayment
  /** The shop's own secret: for pseudonyms, seals and signatures. */
  secret: Secret
  /** A Plausible server, where one is set up; else visits are counted in our own database. */
  analytics?: AnalyticsServer | undefined
  /** Where VAT ids of business buyers are checked; without it their check digits must do. */
  vies?: Vies | undefined
}

export const appContext = createContext<App>()

/** Whether a page is asked for as HTML; else the router asks for its data alone, to draw it in the browser. */
export const asPageContext = createContext<boolean>(false)

/**
 * Where the page that the router asks for in the browser lies instead, as the server would redirect a visitor who types
 * its address; null where it is right.
 */
export const movedContext = createContext<string | null>(null)

/** Why it could not be found out whether the address has moved; null: it could. */
export const failedContext = createContext<unknown>(null)

/** A pseudonym of the requesting client's address (`clientKey`); null when it is not known. */
export const clientContext = createContext<string | null>(null)

/** The requesting client's network address itself: passed on, never kept. */
export const addressContext = createContext<string>('')
