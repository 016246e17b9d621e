import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeS3 } from '#tests/fakes/s3.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openLocalFiles, StorageUnavailable } from './files.ts'
import { openS3Files, type S3Settings } from './s3-files.ts'

/** What becomes of a store's faults. That it keeps files as any place does is tried in files-contract.test.ts. */
const fake = await startFakeS3({ page: 2 })
afterAll(() => fake.stop())
const scratch = openLocalFiles(temporaryFolder())
const limits = { pause: 5, away: 50 }
/** Where the store is silent in a test; elsewhere a busy machine would be taken for that. */
const impatient = { ...limits, connect: 500, silence: 300, call: 2_000 }

function open(other: Partial<S3Settings> = {}, its: Partial<typeof impatient> = limits) {
  const { S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = fake.settings
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  const settings = { endpoint: fake.url, region, bucket, prefix: '', pathStyle: true, ...keys, ...other }
  return openS3Files(settings, { scratchDir: () => scratch.scratchDir(), limits: its })
}

const bytes = randomBytes(500_000)
const isBytes = (found: Uint8Array | undefined) => found !== undefined && Buffer.compare(found, bytes) === 0

async function all(keys: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const key of keys) found.push(key)
  return found
}

beforeEach(async () => {
  fake.failAll(null)
  fake.objects.clear()
  await open().write('photo', bytes)
  fake.requests.length = 0
})

describe('what may pass is tried again', () => {
  test.each([500, 503, 'reset'] as const)('%s', async (fault) => {
    const files = open()
    fake.failNext(2, fault)
    expect(await files.find('photo')).toMatchObject({ size: bytes.length })
    expect(fake.requests).toEqual(['HEAD photo', 'HEAD photo', 'HEAD photo'])
    fake.failNext(2, fault)
    await files.write('small', Buffer.from('x'))
    // A file that is sent from the disk is opened anew for each try.
    const arriving = join(await scratch.scratchDir(), 'arriving')
    await writeFile(arriving, bytes)
    fake.failNext(2, fault)
    await files.adopt('taken', arriving)
    expect(isBytes(fake.objects.get('taken')?.bytes)).toBe(true)
    fake.failNext(2, fault)
    await files.remove('taken')
    expect([...fake.objects.keys()].sort()).toEqual(['photo', 'small'])
    fake.failNext(2, fault)
    expect(isBytes(await (await open().find('photo'))?.bytes())).toBe(true)
  })

  test.each(['broken-off', 'silent-midway'] as const)(
    'a body that is %s goes on where it was',
    async (fault) => {
      const found = await open({}, fault === 'broken-off' ? limits : { ...limits, silence: 1_500 }).find(
        'photo',
      )
      fake.failNext(2, fault, 'GET')
      expect(isBytes(await found?.bytes())).toBe(true)
      expect(fake.requests).toEqual(['HEAD photo', 'GET photo', 'GET photo', 'GET photo'])
    },
  )

  test('a page that something in between gives instead of the store', async () => {
    const files = open()
    fake.failNext(2, 'no-xml')
    await files.write('small', Buffer.from('x'))
    expect(fake.objects.has('small')).toBe(true)
    fake.failNext(2, 'no-xml')
    expect(await files.find('photo')).toMatchObject({ size: bytes.length })
    fake.failAll('no-xml')
    const arriving = join(await scratch.scratchDir(), 'arriving')
    await writeFile(arriving, bytes)
    await expect(open().adopt('taken', arriving)).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(open().find('photo')).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await readFile(arriving)).toEqual(bytes)
  })

  test.each(['no-xml', 'broken-off'] as const)('a list that is %s', async (fault) => {
    const files = open()
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5']) await files.write(key, Buffer.from(key))
    fake.failNext(1, fault, 'GET')
    expect(await all(files.keys('a'))).toHaveLength(5)
    // Half a list is no list.
    fake.failNext(3, fault, 'GET')
    await expect(all(files.keys('a'))).rejects.toThrow(StorageUnavailable)
    fake.failNext(0, fault)
  })
})

describe('what is wrong is not taken for a file', () => {
  test('one that is shorter than it says', async () => {
    const found = await open().find('photo')
    fake.failAll('short')
    await expect(found?.bytes()).rejects.toThrow(StorageUnavailable)
  })

  test('one whose bytes have changed, though its length has not', async () => {
    const found = await open().find('photo')
    fake.failAll('corrupt')
    await expect(found?.bytes()).rejects.toThrow(StorageUnavailable)
    await expect(found?.stream().pipeTo(new WritableStream())).rejects.toThrow(StorageUnavailable)
  })

  test('half of one and half of another that replaced it meanwhile', async () => {
    const found = await open().find('photo')
    fake.failNext(1, 'broken-off', 'GET')
    const reader = found?.stream().getReader()
    await reader?.read()
    await open().write('photo', randomBytes(500_000))
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow(StorageUnavailable)
  })

  test('an upload that arrives otherwise than it was sent is sent again', async () => {
    const files = open()
    const arriving = join(await scratch.scratchDir(), 'damaged')
    await writeFile(arriving, bytes)
    fake.failNext(1, 'corrupt', 'PUT')
    await files.adopt('taken', arriving)
    fake.failNext(1, 'corrupt', 'PUT')
    await files.write('written', bytes)
    expect(fake.requests).toEqual(['PUT taken', 'PUT taken', 'PUT written', 'PUT written'])
    for (const key of ['taken', 'written']) expect(isBytes(fake.objects.get(key)?.bytes)).toBe(true)
  })

  test('an upload that does not come through is not there', async () => {
    const files = open()
    fake.failNext(3, 500, 'PUT')
    await expect(files.write('never', bytes)).rejects.toThrow(StorageUnavailable)
    expect(await files.find('never')).toBeNull()
  })
})

describe('a store that is away', () => {
  test('is waited for once, then everybody is refused at once, until it answers', async () => {
    const files = open({}, impatient)
    fake.failAll('silent')
    const first = await Promise.allSettled(Array.from({ length: 5 }, () => files.find('photo')))
    expect(first.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    const asked = fake.requests.length
    const refused = await Promise.allSettled(Array.from({ length: 50 }, () => files.find('photo')))
    expect(
      refused.every((each) => each.status === 'rejected' && each.reason instanceof StorageUnavailable),
    ).toBe(true)
    expect(fake.requests.length - asked).toBeLessThanOrEqual(1)
    fake.failAll(null)
    await expect.poll(() => files.find('photo').catch(() => null)).not.toBeNull()
  })

  test.each(['silent', 'trickle'] as const)('%s: one call waits, and the next is not made', async (fault) => {
    const files = open({}, { ...impatient, call: 30_000, away: 60_000 })
    fake.failAll(fault)
    const since = performance.now()
    await expect(files.find('photo')).rejects.toThrow(StorageUnavailable)
    expect(performance.now() - since).toBeLessThan(15_000)
    await expect(files.write('another', bytes)).rejects.toThrow(StorageUnavailable)
    await expect(files.remove('photo')).rejects.toThrow(StorageUnavailable)
    expect(fake.requests).toEqual(['HEAD photo'])
  })

  test('a single refusal that took no time keeps nobody else from asking', async () => {
    const files = open({}, { ...limits, away: 60_000 })
    fake.failNext(3, 500)
    await expect(files.find('photo')).rejects.toThrow(StorageUnavailable)
    expect(await files.find('photo')).toMatchObject({ size: bytes.length })
  })

  test('loses nothing of what was to be stored', async () => {
    const files = open({ endpoint: 'http://127.0.0.1:1' })
    const arriving = join(await scratch.scratchDir(), 'waiting')
    await writeFile(arriving, bytes)
    await expect(files.adopt('taken', arriving)).rejects.toThrow(StorageUnavailable)
    await files.scratchDir()
    await open().adopt('taken', arriving)
    expect(isBytes(fake.objects.get('taken')?.bytes)).toBe(true)
  })
})

describe('a start', () => {
  test('writes, reads, lists and removes, and leaves nothing behind', async () => {
    await open({ prefix: 'one' }).probe()
    expect([...fake.objects.keys()]).toEqual(['photo'])
    expect(new Set(fake.requests.map((each) => each.split(' ')[0]))).toEqual(
      new Set(['PUT', 'HEAD', 'GET', 'DELETE']),
    )
  })

  test.each([
    ['bucket', { bucket: 'another' }, /there is no such bucket.*S3_BUCKET/],
    ['secret', { secretAccessKey: 'wrong' }, /refuses \(SignatureDoesNotMatch\).*S3_SECRET_ACCESS_KEY/],
    ['key', { accessKeyId: 'wrong' }, /refuses \(InvalidAccessKeyId\).*S3_ACCESS_KEY_ID/],
    ['address', { endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ])('says what is wrong with the %s', async (_what, other, told) => {
    await expect(open(other).probe()).rejects.toThrow(told)
  })

  test('does not wait for ever', async () => {
    fake.failAll('silent')
    await expect(open({}, impatient).probe()).rejects.toThrow(/The store for files \(.*\) cannot be used/)
  })
})
