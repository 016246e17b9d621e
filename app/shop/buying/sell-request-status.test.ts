import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { query, text as textColumn } from '#app/platform/database/statement.ts'
import { testDatabase } from '#tests/database.ts'
import {
  nextSellStep,
  possibleSellEvents,
  type SellEvent,
  type SellStatus,
  sellActors,
  sellStatuses,
  sellSteps,
} from './sell-request-status.ts'

const database = testDatabase()
const steps = Object.entries(sellSteps).flatMap(([from, events]) =>
  Object.entries(events).map(([event, { to, by }]) => ({
    from: from as SellStatus,
    event: event as SellEvent,
    to,
    by,
  })),
)
const events = [...new Set(steps.map(({ event }) => event))]
const text = ({ from, event, to, by }: { from: string; event: string; to: string; by: string }) =>
  `${from} ${event} ${to} ${by}`

describe('the states of a sell request', () => {
  test('every pair of state and event leads where the table says, by whom it says, or nowhere', () => {
    let allowed = 0
    for (const status of sellStatuses) {
      for (const event of events) {
        const listed = steps.find((step) => step.from === status && step.event === event)
        expect(nextSellStep(status, event)).toEqual(listed ? { to: listed.to, by: listed.by } : null)
        for (const actor of sellActors) {
          const possible = [true, false].some((here) =>
            possibleSellEvents({ status, here }, actor).includes(event),
          )
          expect(possible, `${status} ${event} ${actor}`).toBe(listed?.by === actor)
        }
        if (listed) allowed += 1
      }
    }
    expect(allowed).toBe(steps.length)
  })

  test('each can be reached from the form, and two are the end of every story', () => {
    const reached = new Set<SellStatus>(['submitted'])
    for (const status of reached) for (const { from, to } of steps) if (from === status) reached.add(to)
    expect([...reached].sort()).toEqual([...sellStatuses].sort())
    const ends = sellStatuses.filter((status) => steps.every(({ from }) => from !== status))
    expect(ends).toEqual(['stocked', 'returned'])
  })

  test('goods that are not here are not offered for, sent back or received twice', () => {
    for (const status of sellStatuses) {
      const away = possibleSellEvents({ status, here: false }, 'staff')
      const here = possibleSellEvents({ status, here: true }, 'staff')
      for (const event of ['return', 'offer', 'inspect', 'surrender'] as const)
        expect(away).not.toContain(event)
      for (const event of ['receive', 'estimate'] as const) expect(here).not.toContain(event)
    }
    expect(possibleSellEvents({ status: 'expired', here: true }, 'staff')).toEqual(['offer', 'return'])
    expect(possibleSellEvents({ status: 'expired', here: false }, 'staff')).toEqual(['estimate', 'receive'])
  })

  test('are the rows of the database and the table of the documentation', async () => {
    const rows = await database.db.selectFrom('sell_step').selectAll().execute()
    const wanted = steps.map(text).sort()
    expect(
      rows
        .map((row) => text({ from: row.from_status, event: row.event, to: row.to_status, by: row.actor }))
        .sort(),
    ).toEqual(wanted)
    const page = readFileSync(resolve('docs/states.md'), 'utf8')
    const table = page.split('\n## Sell requests\n')[1]?.split('\n## ')[0] ?? ''
    const documented = [...table.matchAll(/^\| (\S+) \| (\S+) \| (\S+) \| (seller|staff|shop) \|$/gm)].map(
      ([, from, event, to, by]) => `${from} ${event} ${to} ${by}`,
    )
    expect(documented.sort()).toEqual(wanted)
  })

  test('the database refuses every other step, whoever takes it, and writes down each it takes', async () => {
    // All in the database, for there are tens of thousands: every state by every event to every state by every actor.
    const { db } = database
    await sql`
      create function try_every_step() returns table (taken text) language plpgsql as $$
      declare
        f text; e text; t text; a text; request bigint;
      begin
        for f in select distinct from_status from sell_step union select distinct to_status from sell_step loop
          insert into sell_request (number, token, submission, status, locale, kind, details, way, name, email, consent_version)
            values ('AN-2026-' || lpad((random() * 1e9)::int::text, 10, '0'), gen_random_uuid()::text, gen_random_uuid(), f,
              'de', 'gold', '{}', 'branch', 'X', 'x@y.example', '1') returning id into request;
          for e in select distinct event from sell_step loop
            for t in select distinct from_status from sell_step union select distinct to_status from sell_step loop
              foreach a in array array['seller', 'shop', 'Berta'] loop
                begin
                  update sell_request set status = t, step = step + 1, step_event = e, step_by = a where id = request;
                  taken := f || ' ' || e || ' ' || t || ' ' || case a when 'Berta' then 'staff' else a end;
                  if not exists (select from sell_status_change where request_id = request and event = e and from_status = f
                      and to_status = t and actor = a) then raise exception 'not written'; end if;
                  raise exception using errcode = 'P0099';
                exception
                  when sqlstate 'P0099' then return next;
                  when check_violation then null;
                end;
              end loop;
            end loop;
          end loop;
        end loop;
      end $$
    `.execute(db)
    const rows = await query(db, { taken: textColumn })`select taken from try_every_step()`
    expect(rows.map(({ taken }) => taken).sort()).toEqual(steps.map(text).sort())
    await expect(sql`update sell_request set status = 'paid'`.execute(db)).rejects.toThrow(/by a step/)
    await expect(db.deleteFrom('sell_request').execute()).rejects.toThrow(/is a record/)
  })
})
