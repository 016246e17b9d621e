import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { StartFault } from '../start-fault.ts'

type CopyMessage = { chunk: Buffer }
type ReplicationConnection = {
  query(text: string): void
  stream: { pause(): void; resume(): void }
}

/**
 * A base backup by PostgreSQL's replication protocol (since 15: one COPY stream whose messages begin with n, m, d or p;
 * https://www.postgresql.org/docs/18/protocol-replication.html). Its tar holds the WAL that it needs. `keep` is given
 * the tar and then the manifest as streams, and a slow reader slows the server down.
 * @throws {StartFault} where tablespaces lie outside of the cluster
 */
export async function baseBackup(
  connectionString: string,
  keep: (part: 'base' | 'manifest', bytes: Readable) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, replication: 'true' } as pg.ClientConfig)
  await client.connect()
  let fail: (error: unknown) => void = () => undefined
  try {
    const kept: Promise<void>[] = []
    let open: PassThrough | null = null
    let archives = 0
    await new Promise<void>((resolve, reject) => {
      fail = (error) => {
        open?.destroy(error as Error)
        reject(error)
      }
      client.on('error', fail)
      const begin = (part: 'base' | 'manifest') => {
        open?.end()
        open = new PassThrough()
        kept.push(keep(part, open))
        kept.at(-1)?.catch(fail)
      }
      const statement = {
        submit(connection: ReplicationConnection) {
          connection.query(
            "BASE_BACKUP (LABEL 'shop', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
          )
        },
        handleCopyData({ chunk }: CopyMessage, connection: ReplicationConnection) {
          const kind = String.fromCharCode(chunk[0] as number)
          if (kind === 'n' || kind === 'm') {
            // A stream that has ended tells of no drain any more.
            connection.stream.resume()
            archives += kind === 'n' ? 1 : 0
            if (archives > 1) fail(new StartFault('Tablespaces outside of the cluster are not backed up.'))
            else begin(kind === 'n' ? 'base' : 'manifest')
          } else if (kind === 'd' && open !== null && !open.write(Buffer.from(chunk.subarray(1)))) {
            connection.stream.pause()
            if (open.listenerCount('drain') < 2) open.once('drain', () => connection.stream.resume())
          }
        },
        handleReadyForQuery() {
          open?.end()
          resolve()
        },
        handleError: (error: unknown) => fail(error),
        handleRowDescription() {},
        handleDataRow() {},
        handleCommandComplete() {},
        handleEmptyQuery() {},
      }
      client.query(statement as unknown as pg.Submittable)
    })
    await Promise.all(kept)
  } finally {
    client.off('error', fail)
    client.on('error', () => undefined)
    await client.end()
  }
}
