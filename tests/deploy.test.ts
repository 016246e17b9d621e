import { readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readEnv } from '#app/platform/env.ts'
import { shopAllocator } from '#server/heap.mjs'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')

/** The settings that a file names must be ones that the shop has. */
const settings = new Set(
  [...readFileSync('README.md', 'utf8').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
)

describe('the image', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))

  test('runs as nobody in particular, with one process that hears SIGTERM, and says how it is', () => {
    expect(last).toContain('USER node')
    expect(last.findLast((line) => line.startsWith('CMD '))).toMatch(
      /^CMD \["node", .*"server\/start\.ts"\]$/,
    )
    expect(last.find((line) => line.startsWith('HEALTHCHECK '))).toContain('/health')
    expect(last).toContain('VOLUME ["/data", "/tmp"]')
  })

  test('is built without what develops, and holds only what is run', () => {
    expect(lines.some((line) => line.startsWith('RUN npm ci --omit=dev'))).toBe(true)
    const copied = last
      .filter((line) => line.startsWith('COPY --from=build '))
      .flatMap((line) => [...line.matchAll(/\/shop\/(\S+)/g)].map(([, name = '']) => name))
    expect(copied.filter((name) => /^(tests|bench|docs|\.)/.test(name))).toEqual([])
    // Where a source of the build is missing, the start would build anew.
    const sources = /const sources = \[([^\]]*)\]/.exec(readFileSync('server/build.ts', 'utf8'))?.[1] ?? ''
    const built = [...sources.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
    expect(built).toContain('vite.config.ts')
    const imported = [...built, 'commands', 'db', 'node_modules', 'build']
    expect(imported.filter((name) => !copied.includes(name))).toEqual([])
    const names = [...(last.find((line) => line.startsWith('ENV ')) ?? '').matchAll(/([A-Z_]+)=(\S+)/g)]
    expect(() =>
      readEnv(Object.fromEntries(names.map(([, name = '', value = '']) => [name, value]))),
    ).not.toThrow()
  })
})

test('memory is kept as small in the image and the unit as by `npm start`', () => {
  for (const setting of Object.entries(shopAllocator).map((pair) => pair.join('='))) {
    expect(read('Dockerfile')).toMatch(new RegExp(`^ENV ${setting}$`, 'm'))
    expect(read('rheingold.service')).toMatch(new RegExp(`^Environment=${setting}$`, 'm'))
  }
})

test('compose: two web processes whose root is read-only, and a database and a proxy beside them', () => {
  const service = z.looseObject({
    image: z.string().optional(),
    environment: z.record(z.string(), z.string()).optional(),
  })
  const { services, volumes } = z
    .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
    .loose()
    .parse(parse(read('compose.yaml'), { merge: true }))
  for (const name of ['web-1', 'web-2'])
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      tmpfs: ['/tmp'],
      volumes: ['files:/data'],
    })
  expect(services.database?.image).toMatch(/^postgres:18/)
  expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['database', 'files']))
  const set = Object.keys(services['web-1']?.environment ?? {})
  expect(set.filter((name) => !settings.has(name))).toEqual([])
  const given = [...read('env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const own = ['SITE_HOST', 'POSTGRES_PASSWORD']
  expect(given.filter((name) => !own.includes(name) && !settings.has(name))).toEqual([])
  const wanted = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  expect(wanted.filter((name) => !given.includes(name as string))).toEqual([])
})

describe('Kubernetes', () => {
  const found = ['shop.yaml', 'secret.example.yaml'].flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`), { strict: true }).map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS()
    }),
  )
  const of = (kind: string) => found.find((each) => each.kind === kind)

  test('has everything, named alike', () => {
    expect(found.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`)).toEqual([
      'apps/v1 Deployment rheingold',
      'v1 Service rheingold',
      'policy/v1 PodDisruptionBudget rheingold',
      'v1 PersistentVolumeClaim rheingold-files',
      'v1 Secret rheingold',
    ])
    const labels = { app: 'rheingold' }
    const { template, selector } = of('Deployment').spec
    expect(template.metadata.labels).toEqual(labels)
    expect(selector.matchLabels).toEqual(labels)
    expect(of('Service').spec.selector).toEqual(labels)
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
  })

  /** The schema passes over fields that it does not know: those that matter are looked at below. */
  const models = { Deployment, PersistentVolumeClaim, PodDisruptionBudget, Secret, Service }
  const check = (document: { kind: string }) => {
    const Model = models[document.kind as keyof typeof models]
    new Model(document as never).validate()
  }

  test.each(found)('$kind is as the schema of Kubernetes wants it', (document) => {
    expect(() => check(document)).not.toThrow()
    const { spec: _spec, ...without } = document
    expect(() => check({ ...without, spec: 'none', data: 1 })).toThrow(/must be object/)
  })

  test('the schema looks into the containers, too', () => {
    const wrong = structuredClone(of('Deployment'))
    delete wrong.spec.template.spec.containers[0].name
    expect(() => check(wrong)).toThrow('containers/0 must have required property name')
  })

  test('a process is sent requests while it is ready, and has time to end', () => {
    const { template, replicas, strategy } = of('Deployment').spec
    const [shop] = template.spec.containers
    expect(replicas).toBeGreaterThan(of('PodDisruptionBudget').spec.minAvailable)
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0)
    expect(shop.readinessProbe.httpGet.path).toBe('/ready')
    // Without its database a process goes on serving what it has kept.
    expect(shop.livenessProbe.httpGet.path).not.toMatch(/health|ready/)
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      shop.lifecycle.preStop.sleep.seconds + 20,
    )
  })

  test('a process may write its data and temporary files alone', () => {
    const { template } = of('Deployment').spec
    const [shop] = template.spec.containers
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(shop.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const mounted = shop.volumeMounts.map(({ name }: { name: string }) => name)
    expect(mounted).toEqual(template.spec.volumes.map(({ name }: { name: string }) => name))
  })

  test('sets what the shop knows', () => {
    const { env } = of('Deployment').spec.template.spec.containers[0]
    const set = [...env.map(({ name }: { name: string }) => name), ...Object.keys(of('Secret').stringData)]
    expect(set.filter((name) => !settings.has(name))).toEqual([])
    expect(() => readEnv({ ...of('Secret').stringData, SITE_URL: 'https://shop.example' })).not.toThrow()
  })
})

test('systemd: the unit ends the shop in order, and it may write its own folder alone', () => {
  const unit = new Map(
    [...read('rheingold.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  expect(unit.get('ExecStart')).toMatch(/ server\/start\.ts$/)
  expect(Object.fromEntries(unit)).toMatchObject({
    KillSignal: 'SIGTERM',
    KillMode: 'mixed',
    ProtectSystem: 'strict',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
  })
  expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(20)
})

test('the database: nothing acknowledged is lost by a switch, and a pooler drops no limit that the account lacks', () => {
  const { dcs } = z
    .object({ bootstrap: z.object({ dcs: z.looseObject({ postgresql: z.looseObject({}) }) }) })
    .parse(parse(read('patroni.yml'))).bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, postgresql: { use_pg_rewind: true } })
  expect(read('haproxy-postgresql.cfg')).toMatch(/uri \/primary[\s\S]*on-marked-down shutdown-sessions/)
  const dropped = /^ignore_startup_parameters = (.*)$/m.exec(read('pgbouncer.ini'))?.[1]?.split(', ') ?? []
  const document = readFileSync('docs/database-cluster.md', 'utf8')
  const given = [...document.matchAll(/^ {4}alter role shop set (\w+) = /gm)].map(([, name]) => name)
  // `options` brings the last one.
  expect(dropped.map((name) => name.replace('options', 'client_connection_check_interval')).sort()).toEqual(
    given.sort(),
  )
})
