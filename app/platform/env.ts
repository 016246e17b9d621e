import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { StartFault } from './start-fault.ts'

const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'])
  .transform((value) => value === 'true' || value === '1' || value === 'yes')

const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

/** Blanks around a secret make it no harder to guess. */
const sessionSecret = z
  .string()
  .refine((value) => value.trim().length >= 32, 'needs at least 32 characters, blanks around it not counted')

/** What the keys of a bucket begin with. */
const prefix = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/,
    'must be names of letters, digits, ".", "_" and "-", with / between them',
  )
  .transform((given) => given.replace(/\/$/, ''))

/** The first is read; both are written, while files move from one to the other. */
const filePlaces = z.enum(['disk', 'disk,store', 'store,disk', 'store'])

/** `name=value` between commas, values written as in an address. */
const otlpHeaders = z
  .string()
  .regex(
    /^\s*[\w-]+\s*=(?:[^,%]|%[0-9A-Fa-f]{2})*(?:,\s*[\w-]+\s*=(?:[^,%]|%[0-9A-Fa-f]{2})*)*$/,
    'must be name=value, several between commas',
  )
  .transform((given) =>
    Object.fromEntries(
      given.split(',').map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
      }),
    ),
  )

/** Every setting of the environment; README lists them for operators. An empty value counts as absent. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('localhost'),
  SITE_URL: webAddress.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: postgresAddress.optional(),
  /** Past a pooler that `DATABASE_URL` names, for whatever needs a session of its own. */
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  /** `off`: the database that the shop brings begins as an empty shop; one's own always does. */
  DEMO: z.enum(['on', 'off']).default('on'),
  /** Processes that serve, on one port; with two or more, one beside them does everything else. */
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, 'must be "auto" or a whole number from 1 to 99')
    .transform((given) => (given === 'auto' ? availableParallelism() : Number(given)))
    .default(1),
  /** Connections of each process; three more listen. */
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(2, 'must be at least 2')
    .max(1000, 'must be at most 1000')
    .optional(),
  /** Seconds that a process which is to stop goes on serving while `/ready` says that it takes nothing new. */
  DRAIN_SECONDS: z.coerce.number('must be a number').int('must be a whole number').min(0).max(60).default(0),
  API_URL: z
    .string()
    .regex(/^(\/|https?:\/\/)/, 'must be a path or an http(s) address')
    .default('/api'),
  /** `off` for benches and debugging: each page is made anew. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  DEFAULT_LOCALE: z.enum(['de', 'en']).default('en'),
  SESSION_SECRET: sessionSecret.optional(),
  /** What it was before, several between commas; only until everything is sealed anew. */
  SESSION_SECRET_FORMER: sessionSecret.optional(),
  STORYBLOK_TOKEN: z.string().optional(),
  STORYBLOK_PREVIEW_TOKEN: z.string().optional(),
  STORYBLOK_OAUTH_TOKEN: z.string().optional(),
  STORYBLOK_SPACE_ID: z.string().regex(/^\d+$/, 'must be a number').optional(),
  STORYBLOK_ENDPOINT: webAddress.optional(),
  STORYBLOK_WEBHOOK_SECRET: z.string().optional(),
  /** Where a visual editor of another origin than ours or Storyblok's stands. */
  CONTENT_EDITOR_ORIGIN: webAddress.transform((address) => new URL(address).origin).optional(),
  CONTENT_PUBLIC_TOKEN: z.string().default('rheingold-public'),
  /** Prices of precious metals; absent: staff enter them. */
  METAL_FEED_URL: webAddress.optional(),
  /** A Plausible server and the site's name there; absent: visits are counted in our own database. */
  ANALYTICS_URL: webAddress.optional(),
  ANALYTICS_DOMAIN: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name with an address in <>',
    )
    .optional(),
  /** A store that speaks the S3 protocol, for photos and documents; absent: they lie in `DATA_DIR`. */
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Absent: AWS. */
  S3_ENDPOINT: webAddress.optional(),
  S3_PREFIX: prefix.optional(),
  /** Whether the bucket stands in the path instead of the host's name. */
  S3_PATH_STYLE: flag.optional(),
  FILES_IN: filePlaces.optional(),
  STRIPE_SECRET_KEY: z.string().min(8, 'needs at least 8 characters').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8, 'needs at least 8 characters').optional(),
  STRIPE_API_BASE: webAddress.default('https://api.stripe.com'),
  /** The Commission's service that knows VAT ids. */
  VIES_URL: webAddress.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  TRUST_PROXY: flag.default(false),
  /** Where figures for Prometheus are served, never on the public port; absent: nothing is measured. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Where traces are sent by OTLP over HTTP; absent: nothing is traced. Names and forms are OpenTelemetry's own. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_SERVICE_NAME: z.string().default('shop'),
  /** The share of traces that is told. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number').min(0).max(1).default(1),
  /** Where the shared cache in front of the shop takes purges by surrogate key; absent: it is told nothing. */
  PURGE_URL: webAddress.optional(),
  PURGE_TOKEN: z.string().min(8, 'needs at least 8 characters').optional(),
  /** A folder for backups, and the public key of age that they are sealed for. */
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{20,}$/, 'must be a public key of age, which begins with age1')
    .optional(),
  /** A bucket for backups instead of a folder; never the one that files lie in. */
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_ENDPOINT: webAddress.optional(),
  BACKUP_S3_PREFIX: prefix.optional(),
  BACKUP_S3_PATH_STYLE: flag.optional(),
  /** Days; of whole backups, the newest stays however old it is. */
  BACKUP_KEEP_DAYS: z.coerce.number('must be a number').int('must be a whole number').min(1).default(30),
  /** Hours between backups that the shop makes by itself; absent: it makes none. */
  BACKUP_EVERY: z.coerce.number('must be a number').int('must be a whole number').min(1).max(744).optional(),
  /** Megabytes of archived WAL that may wait; what comes later is dropped instead of filling the disk. */
  BACKUP_WAL_MAX_MB: z.coerce.number('must be a number').int('must be a whole number').min(64).default(2048),
  /** Shows every example of every block at /de/bausteine; set by the tests, never in production. */
  BLOCK_EXAMPLES: flag.default(false),
})

type Parsed = z.infer<typeof schema>

export type Env = Omit<Parsed, 'SITE_URL' | 'DATABASE_POOL' | 'FILES_IN'> & {
  FILES_IN: z.infer<typeof filePlaces>
  DATABASE_POOL: number
  /** The shop's public origin without a trailing slash. */
  SITE_URL: string
  /** Absolute path of the data directory. */
  DATA_DIR: string
}

export class SettingsError extends StartFault {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Settings that cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * Reads the settings from environment variables.
 * @throws {SettingsError} naming every fault at once; values are never repeated in it, they may be secrets.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  // A slip of whoever filled it in; as a token or secret it would open everything to anybody.
  const blank = Object.keys(schema.shape).filter((name) => given[name]?.trim() === '')
  if (!parsed.success || blank.length > 0) {
    const issues = (parsed.error?.issues ?? []).filter(({ path }) => !blank.includes(String(path[0])))
    throw new SettingsError([
      ...blank.map((name) => `${name}: holds nothing but blanks; leave it empty, or fill it in`),
      ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ])
  }
  const env = parsed.data
  const faults: string[] = []
  if (env.STORYBLOK_SPACE_ID && !env.STORYBLOK_TOKEN)
    faults.push('STORYBLOK_TOKEN: is needed with STORYBLOK_SPACE_ID')
  if ((env.ANALYTICS_URL === undefined) !== (env.ANALYTICS_DOMAIN === undefined))
    faults.push('ANALYTICS_URL, ANALYTICS_DOMAIN: are needed together')
  if (env.STRIPE_WEBHOOK_SECRET && !env.STRIPE_SECRET_KEY)
    faults.push('STRIPE_SECRET_KEY: is needed with STRIPE_WEBHOOK_SECRET')
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    faults.push('DATABASE_URL: is needed with DATABASE_DIRECT_URL')
  faults.push(...storeFaults(env), ...backupFaults(env))
  if (env.PURGE_TOKEN && !env.PURGE_URL) faults.push('PURGE_URL: is needed with PURGE_TOKEN')
  if (faults.length > 0) throw new SettingsError(faults)
  return {
    ...env,
    FILES_IN: env.FILES_IN ?? (env.S3_BUCKET === undefined ? 'disk' : 'store'),
    DATABASE_POOL: env.DATABASE_POOL ?? usualPool(env.WORKERS),
    DATA_DIR: resolve(env.DATA_DIR),
    SITE_URL: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
  }
}

function backupFaults(env: Parsed): string[] {
  const needs = (
    [
      'BACKUP_S3_BUCKET',
      'BACKUP_S3_REGION',
      'BACKUP_S3_ACCESS_KEY_ID',
      'BACKUP_S3_SECRET_ACCESS_KEY',
    ] as const
  ).filter((name) => env[name] === undefined)
  const hasBucket = needs.length < 4
  const faults: string[] = []
  if (hasBucket && needs.length > 0)
    faults.push(`${needs.join(', ')}: are needed with the other BACKUP_S3_ settings`)
  if (hasBucket && env.BACKUP_DIR)
    faults.push('BACKUP_DIR, BACKUP_S3_BUCKET: backups lie in one place; leave one of the two away')
  // There the shop would take backups for files, and back them up.
  if (hasBucket && env.BACKUP_S3_BUCKET === env.S3_BUCKET && env.BACKUP_S3_ENDPOINT === env.S3_ENDPOINT)
    faults.push('BACKUP_S3_BUCKET: must be another bucket than S3_BUCKET, best at another provider')
  if (env.BACKUP_EVERY && !env.BACKUP_DIR && !hasBucket)
    faults.push('BACKUP_EVERY: needs BACKUP_DIR or BACKUP_S3_BUCKET')
  if ((env.BACKUP_DIR || hasBucket) && !env.BACKUP_RECIPIENT)
    faults.push(
      'BACKUP_RECIPIENT: is needed with BACKUP_DIR or BACKUP_S3_BUCKET; `npm run backup -- key` makes one',
    )
  return faults
}

const storeNeeds = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function storeFaults(env: Parsed): string[] {
  const missing = storeNeeds.filter((name) => env[name] === undefined)
  const alone = (['S3_ENDPOINT', 'S3_PREFIX', 'S3_PATH_STYLE'] as const).filter(
    (name) => env[name] !== undefined,
  )
  if (missing.length === storeNeeds.length)
    return [
      ...alone.map((name) => `${name}: needs ${storeNeeds.join(', ')}`),
      ...(env.FILES_IN?.includes('store') ? [`FILES_IN: needs ${storeNeeds.join(', ')} for a store`] : []),
    ]
  return missing.length > 0
    ? [`${storeNeeds.join(', ')}: are needed together; missing: ${missing.join(', ')}`]
    : []
}

/** Connections of a process that hear what the database tells, beside those of `DATABASE_POOL`. */
const listening = 3

/** Who is connected: the workers, the process beside them, and while one is replaced its successor. */
const connectedProcesses = (workers: number) => (workers === 1 ? 1 : workers + 2)

/** PostgreSQL takes 100 connections unless it is told otherwise: few processes have plenty, many share them. */
function usualPool(workers: number): number {
  return Math.max(3, Math.min(10, Math.floor(80 / connectedProcesses(workers)) - listening))
}

/** What all processes of the shop may have open at once. */
export function connectionsNeeded({
  WORKERS,
  DATABASE_POOL,
}: Pick<Env, 'WORKERS' | 'DATABASE_POOL'>): number {
  return connectedProcesses(WORKERS) * (DATABASE_POOL + listening)
}
