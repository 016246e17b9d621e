import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Agent as AnyAgent, request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Each is configured as docs/operations.md says, but for addresses, ports and the certificate. */
export const proxies = ['haproxy', 'nginx'] as const
const certifier = 'openssl'
export type ProxyName = (typeof proxies)[number]

/** What is not installed here, in words. */
export function missingPrograms(): string[] {
  return [...proxies, certifier]
    .filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map((program) => `${program} is not installed (Debian: apt-get install ${program})`)
}

/** A certificate for 127.0.0.1 in `folder`: `shop.pem` with its key, and `key.pem`, `cert.pem` apart. */
export function makeCertificate(folder: string): string {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=shop -addext subjectAltName=IP:127.0.0.1'
  execFileSync(certifier, [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  writeFileSync(join(folder, 'shop.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
  return readFileSync(cert, 'utf8')
}

/** Starts one in front of machines on these ports; visitors see it at `https://127.0.0.1:<port>`. */
export async function startProxy(
  name: ProxyName,
  { folder, port, machines, ca }: { folder: string; port: number; machines: readonly number[]; ca: string },
): Promise<{ stop(): Promise<void> }> {
  const begin = name === 'haproxy' ? 'defaults\n' : 'upstream web'
  const block = readFileSync('docs/operations.md', 'utf8')
    .split('\n\n')
    .map((part) => part.replaceAll(/^ {4}/gm, ''))
    .find((part) => part.startsWith(begin))
  if (block === undefined) throw new Error(`docs/operations.md has no configuration of ${name}`)
  const told = block
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${machines[0]}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${machines[1]}`)
    .replaceAll('bind :443', `bind 127.0.0.1:${port}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/haproxy/shop.pem', join(folder, 'shop.pem'))
    .replaceAll('/etc/nginx/shop.pem', join(folder, 'shop.pem'))
  const [command, ...args] = name === 'haproxy' ? haproxy(told, folder) : nginx(told, folder)
  const child = spawn(command as string, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (
    const end = performance.now() + 20_000;
    performance.now() < end && child.exitCode === null;
    await wait(100)
  )
    if ((await ask({ port, ca, path: '/robots.txt', agent: new Agent() })).status === 200) return { stop }
  await stop()
  throw new Error(`${name} did not start:\n${said}`)
}

function haproxy(configuration: string, folder: string): string[] {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `global\n  maxconn 2000\n${configuration}\n`)
  return ['haproxy', '-db', '-f', file]
}

function nginx(configuration: string, folder: string): string[] {
  const file = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // Only who may become somebody else is asked to stay who he is.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; worker_processes 1;
events { worker_connections 512; }
http { access_log off; ${places.join(' ')}
${configuration}
}
`,
  )
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', file]
}

export type Answered = {
  path: string
  /** Of the steady clock, ms. */
  since: number
  until: number
  /** Null: no whole answer came. */
  status: number | null
  fault: string
  text: string
  /** Over a connection that had been used before. */
  reused: boolean
}

/** Where visitors ask: by HTTPS with the certificate's authority, without one by HTTP. */
export type Place = { port: number; ca?: string }

/** Asks and waits for the whole answer; never throws. */
export function ask({
  form,
  ...to
}: Place & {
  path: string
  agent: AnyAgent
  form?: string | undefined
  headers?: Record<string, string>
}): Promise<Answered> {
  const since = performance.now()
  const { port, ca, path } = to
  const [scheme, request] =
    ca === undefined ? (['http', requestPlain] as const) : (['https', requestSecure] as const)
  return new Promise((done) => {
    const end = (status: number | null, fault: string, text: string) =>
      done({ path, since, until: performance.now(), status, fault, text, reused: asked.reusedSocket })
    const asked = request(
      {
        ...{ ...to, host: '127.0.0.1', method: form === undefined ? 'GET' : 'POST', timeout: 150_000 },
        headers: {
          ...to.headers,
          ...(form !== undefined && {
            origin: `${scheme}://127.0.0.1:${port}`,
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(Buffer.byteLength(form)),
          }),
        },
      },
      (answer) => {
        let text = ''
        answer
          .setEncoding('latin1')
          .on('data', (part: string) => {
            text += part
          })
          .on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message, text))
          .on('end', () => end(answer.statusCode ?? null, '', text))
      },
    )
    asked
      .on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message, ''))
      .on('timeout', () => asked.destroy(new Error('no answer')))
      .end(form)
  })
}
