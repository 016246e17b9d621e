import type { ClientBase } from 'pg'
import { bool, float8, int4, query, text } from './statement.ts'

/** Settings of PostgreSQL, ms; 0 for no limit. */
export type ServerLimits = Readonly<
  Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout', number>
>

/** Whether a connection leads to a server that only follows another one. It stays so until that server is promoted. */
export async function isStandby(client: ClientBase): Promise<boolean> {
  const [server] = await query(client, { standby: bool })`select pg_is_in_recovery() as standby`
  return server?.standby === true
}

/** Which of the limits a connection was opened with do not hold: poolers such as PgBouncer pass none on. */
export async function lostLimits(client: ClientBase, wanted: ServerLimits): Promise<string[]> {
  const rows = await query(client, { name: text, limit: float8 })`
    select name, extract(epoch from current_setting(name)::interval)::float8 * 1000 as limit
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`
  return rows.flatMap(({ name, limit }) => {
    const most = wanted[name as keyof ServerLimits]
    return most > 0 && (limit === 0 || limit > most) ? [`${name} is ${limit} ms, not ${most} ms`] : []
  })
}

/**
 * Whether something stands between a connection and the server that shares sessions out: the server knows its process
 * by another number than the connection was told.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const [server] = await query(client, { pid: int4 })`select pg_backend_pid() as pid`
  return server?.pid !== (client as ClientBase & { processID?: number }).processID
}
