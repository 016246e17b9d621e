import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectionsNeeded, readEnv, SettingsError } from './env.ts'

describe('settings from the environment', () => {
  test('without any, the shop runs on localhost:3000 with its data below the folder it was started in', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      DATA_DIR: resolve('data'),
      NODE_ENV: 'production',
    })
  })

  test('an empty value counts as absent, and the site address loses its last slash', () => {
    expect(readEnv({ PORT: '', SITE_URL: 'https://shop.example/' })).toMatchObject({
      PORT: 3000,
      SITE_URL: 'https://shop.example',
    })
  })

  test.each(['SESSION_SECRET', 'SESSION_SECRET_FORMER', 'STRIPE_WEBHOOK_SECRET', 'STORYBLOK_PREVIEW_TOKEN'])(
    '%s of blanks alone is no secret, however many',
    (name) => {
      const needed = { STRIPE_SECRET_KEY: 'sk_test_12345678' }
      for (const blank of [' ', ' '.repeat(40), '\t\n'.repeat(20), '\u00a0'.repeat(40)])
        expect(() => readEnv({ ...needed, [name]: blank }), JSON.stringify(blank)).toThrow(
          new RegExp(`${name}: `),
        )
    },
  )

  test('blanks around the secret do not make it long enough', () => {
    const short = `${' '.repeat(20)}eleven and x${' '.repeat(20)}`
    expect(() => readEnv({ SESSION_SECRET: short })).toThrow(/SESSION_SECRET: needs at least 32/)
    const long = ` ${'s'.repeat(32)} `
    expect(readEnv({ SESSION_SECRET: long }).SESSION_SECRET).toBe(long)
  })

  test('all faults are told at once, without repeating values', () => {
    const secret = 'short-secret'
    const fault = (() => {
      try {
        readEnv({ PORT: '99999', SESSION_SECRET: secret, DATABASE_URL: 'mysql://root:pw@host/db' })
      } catch (error) {
        return error as SettingsError
      }
    })()
    expect(fault).toBeInstanceOf(SettingsError)
    expect(fault?.faults.map((line) => line.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'SESSION_SECRET',
    ])
    expect(fault?.message).not.toContain(secret)
    expect(fault?.message).not.toContain('mysql')
  })

  test('a token for purges needs somewhere to send it', () => {
    expect(() => readEnv({ PURGE_TOKEN: 'a-long-token' })).toThrow(/PURGE_URL: is needed with PURGE_TOKEN/)
    expect(readEnv({ PURGE_URL: 'http://127.0.0.1:6081/' }).PURGE_TOKEN).toBeUndefined()
    expect(() => readEnv({ PURGE_URL: 'ftp://cache' })).toThrow(/PURGE_URL: must be an http/)
  })

  test('the way past a pooler needs the way through it', () => {
    const [direct, pooled] = ['postgres://shop@db:5432/shop', 'postgres://shop@db:6432/shop']
    expect(() => readEnv({ DATABASE_DIRECT_URL: direct })).toThrow(/DATABASE_URL: is needed with/)
    expect(() => readEnv({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: 'db:5432' })).toThrow(
      /DATABASE_DIRECT_URL: must begin with postgres/,
    )
    expect(readEnv({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }).DATABASE_DIRECT_URL).toBe(direct)
  })

  test('a store is set as a whole, and files lie there from then on', () => {
    const store = { S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }
    expect(readEnv({}).FILES_IN).toBe('disk')
    expect(readEnv(store).FILES_IN).toBe('store')
    expect(readEnv({ ...store, FILES_IN: 'disk,store', S3_PREFIX: 'shop/one/' })).toMatchObject({
      FILES_IN: 'disk,store',
      S3_PREFIX: 'shop/one',
    })
    const { S3_REGION: _, ...part } = store
    expect(() => readEnv(part)).toThrow(/are needed together; missing: S3_REGION/)
    expect(() => readEnv({ S3_ENDPOINT: 'https://store.example' })).toThrow(/S3_ENDPOINT: needs S3_BUCKET/)
    expect(() => readEnv({ FILES_IN: 'store' })).toThrow(/FILES_IN: needs S3_BUCKET/)
    expect(() => readEnv({ ...store, FILES_IN: 'both' })).toThrow(/FILES_IN: /)
    expect(() => readEnv({ ...store, S3_PREFIX: '../x' })).toThrow(/S3_PREFIX: must be names/)
  })

  test('the connections of a process are a whole number that leaves room for a transaction and a page', () => {
    expect(readEnv({}).DATABASE_POOL).toBe(10)
    expect(readEnv({ DATABASE_POOL: '3' }).DATABASE_POOL).toBe(3)
    for (const DATABASE_POOL of ['1', '0', '-4', '2.5', 'many', '100000'])
      expect(() => readEnv({ DATABASE_POOL }), DATABASE_POOL).toThrow(/DATABASE_POOL: must be/)
  })
  test('one process serves unless more are asked for: a number of them, or one a core', () => {
    expect(readEnv({}).WORKERS).toBe(1)
    expect(readEnv({ WORKERS: '' }).WORKERS).toBe(1)
    expect(readEnv({ WORKERS: '3' }).WORKERS).toBe(3)
    expect(readEnv({ WORKERS: 'auto' }).WORKERS).toBe(availableParallelism())
    for (const WORKERS of ['0', '-1', '1.5', 'all', '100', '1e2', ' 2', '02'])
      expect(() => readEnv({ WORKERS }), WORKERS).toThrow(/WORKERS: must be "auto" or a whole number/)
  })

  test('several processes share the connections that PostgreSQL takes, unless each is given a number', () => {
    expect(readEnv({ WORKERS: '2' }).DATABASE_POOL).toBe(10)
    expect(readEnv({ WORKERS: '8' }).DATABASE_POOL).toBeLessThan(10)
    expect(readEnv({ WORKERS: '8', DATABASE_POOL: '12' }).DATABASE_POOL).toBe(12)
    for (const WORKERS of ['1', '2', '4', '8', '12'])
      expect(connectionsNeeded(readEnv({ WORKERS })), WORKERS).toBeLessThanOrEqual(90)
  })
})
