import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../setup/running-shop.ts'
import { onServer } from './server.ts'

export type Node = { name: string; postmaster(): number }
export type Cluster = {
  /** The shop's database, by way of HAProxy. */
  url: string
  /** The primary, once the other one follows it and confirms each commit. */
  inStep(): Promise<Node>
  loseMachine(node: Node): Promise<void>
  bringBack(node: Node): Promise<void>
  switchOver(from: Node): Promise<void>
  stop(): Promise<void>
}

type Machine = Node & { api: number; port: number; file: string; log: string; patroni: ChildProcess | null }

const password = 'change-me'
const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }

/** What is not installed here, in words. */
export function missingPrograms(): string[] {
  const programs = Object.entries(packages).filter(
    ([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  return [
    ...programs.map(([program, name]) => `${program} is not installed (Debian: apt-get install ${name})`),
    ...(binaries() === null ? ['PostgreSQL with pg_basebackup is not installed (Debian: postgresql)'] : []),
  ]
}

/** A whole PostgreSQL: that of npm has no pg_basebackup, pg_rewind and pg_controldata. */
function binaries(): string | null {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map((version) => join(home, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null
}

/** PostgreSQL does not run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** etcd, two servers with Patroni and HAProxy, with the configurations of `deploy/` but for places. */
export async function startCluster(home: string): Promise<Cluster> {
  const as = account()
  const folder = (name: string) => {
    const path = join(home, name)
    mkdirSync(path, { mode: 0o755 })
    if (as.uid !== undefined) chownSync(path, as.uid, as.gid ?? as.uid)
    return path
  }
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid ?? as.uid)
  const run = (program: string, args: string[], log: string): ChildProcess => {
    const output = openSync(log, 'a')
    const child = spawn(program, args, { ...as, cwd: home, stdio: ['ignore', output, output] })
    const end = () => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    return child
  }
  const machines: Machine[] = []
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  // Patroni's servers outlive it.
  const endServers = () => {
    for (const { postmaster } of machines)
      try {
        process.kill(postmaster(), 'SIGKILL')
      } catch {
        // It has ended, or never began.
      }
  }
  process.once('exit', endServers)
  const etcd = run(
    'etcd',
    [
      ...['--data-dir', folder('etcd'), '--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `default=${peerUrl}`],
    ],
    join(home, 'etcd.log'),
  )
  for (const name of ['database-1', 'database-2']) {
    const machine = await configure(name, folder(name), etcdPort)
    machines.push(machine)
    machine.patroni = run('patroni', [machine.file], machine.log)
    // The first makes the cluster, the second copies it.
    await until(`${name} runs`, async () => (await status(machine, 'health')) === 200)
  }
  const config = join(home, 'haproxy.cfg')
  writeFileSync(config, proxyConfiguration(machines, proxyPort))
  const haproxy = run('haproxy', ['-db', '-f', config], join(home, 'haproxy.log'))
  const url = `postgres://shop:${password}@127.0.0.1:${proxyPort}/shop`
  const admin = `postgres://postgres:${password}@127.0.0.1:${proxyPort}/postgres`
  // Until its first checks it takes both for the primary.
  await until('HAProxy finds the standby', async () =>
    readFileSync(join(home, 'haproxy.log'), 'utf8').includes(' is DOWN'),
  )
  await onServer(admin, async (client) => {
    await client.query(`create role shop login password '${password}'`)
    await client.query('create database shop owner shop')
  })

  const machineOf = ({ name }: Node) => machines.find((one) => one.name === name) as Machine
  return {
    url,
    async inStep() {
      let primary: Machine | undefined
      await until('a standby confirms each commit', async () => {
        const states = await Promise.all(
          machines.map(async (one) => ({
            one,
            primary: await status(one, 'primary'),
            standby: await status(one, 'synchronous'),
          })),
        )
        primary = states.find((state) => state.primary === 200)?.one
        return primary !== undefined && states.some((state) => state.standby === 200)
      })
      return primary as Machine
    },
    async loseMachine(node) {
      const machine = machineOf(node)
      const pid = machine.postmaster()
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      machine.patroni?.kill('SIGKILL')
      for (const each of [String(pid), ...children.split('\n')].map(Number).filter((one) => one > 0))
        process.kill(each, 'SIGKILL')
    },
    async bringBack(node) {
      const machine = machineOf(node)
      machine.patroni = run('patroni', [machine.file], machine.log)
    },
    async switchOver(from) {
      const answer = await fetch(`http://127.0.0.1:${machineOf(from).api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name }),
      })
      if (!answer.ok) throw new Error(`the switchover was answered ${answer.status}: ${await answer.text()}`)
    },
    async stop() {
      haproxy.kill('SIGKILL')
      for (const { patroni } of machines) {
        if (patroni === null || patroni.exitCode !== null || patroni.signalCode !== null) continue
        const ended = once(patroni, 'exit')
        patroni.kill('SIGTERM')
        await Promise.race([ended, wait(20_000)])
      }
      process.off('exit', endServers)
      endServers()
      const ended = once(etcd, 'exit')
      etcd.kill('SIGKILL')
      await ended
    },
  }
}

async function configure(name: string, folder: string, etcdPort: number): Promise<Machine> {
  const [api, port] = [await freePort(), await freePort()]
  const shipped = z
    .object({ postgresql: z.looseObject({}), restapi: z.looseObject({}) })
    .loose()
    .parse(parse(readFileSync('deploy/patroni.yml', 'utf8').replaceAll('10.0.0.0/24', '127.0.0.1/32')))
  const dataDir = join(folder, 'data')
  const own = {
    ...shipped,
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    postgresql: {
      ...shipped.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: binaries(),
      pgpass: join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
    },
    watchdog: { mode: 'off' },
  }
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, stringify(own))
  return {
    ...{ name, api, port, file, patroni: null, log: join(folder, 'patroni.log') },
    postmaster: () => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
  }
}

function proxyConfiguration(machines: readonly Machine[], port: number): string {
  const [one, two] = machines as [Machine, Machine]
  return readFileSync('deploy/haproxy-postgresql.cfg', 'utf8')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.21:5432 port 8008', `127.0.0.1:${one.port} port ${one.api}`)
    .replace('10.0.0.22:5432 port 8008', `127.0.0.1:${two.port} port ${two.api}`)
}

async function status({ api }: Machine, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${api}/${path}`).then(
    (answer) => answer.status,
    () => 0,
  )
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come about that ${what}`)
    await wait(100)
  }
}
