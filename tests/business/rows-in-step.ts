import { int8, query } from '#app/platform/database/statement.ts'
import type { Business } from './shop.ts'

/**
 * What lists are asked of stands in rows of its own, which the database keeps: of people (`person_entry`), of the ledger
 * (`ledger_entry`), and the words of mails and requests. Told from what they are made of, once, when business ends.
 */
export async function rowsOutOfStep({ db }: Business): Promise<string[]> {
  const [row] = await query(db, { people: int8, pieces: int8, unknown: int8, mails: int8, requests: int8 })`
    with said as (
      select r.kind, r.ref, r.number, r.name, r.email, r.phone, r.address, r.at, lower(r.said), r.mail, r.phone_digits, l.person_id
      from person_record r left join person_link l using (kind, ref)
    ), kept as (
      select kind, ref, number, name, email, phone, address, at, said, mail, phone_digits, person_id from person_entry
    ), standing as (
      select l.number, l.purchase_cents, coalesce(b.branch_id, p.branch_id) as branch, p.tax_mode as tax, b.number as receipt,
        (select count(*) from ledger_exit e where e.ledger_number = l.number) as exits,
        (select count(*) from ledger_exit e where e.ledger_number = l.number and e.kind in ('sale', 'melt'))
          - (select count(*) from ledger_exit e where e.ledger_number = l.number and e.kind = 'return') as times,
        exists (select from ledger_exit e where e.ledger_number = l.number and e.kind = 'cancelled') as cancelled,
        (select e.id from ledger_exit e where e.ledger_number = l.number and e.kind in ('sale', 'melt')
          order by e.id desc limit 1) as last_out,
        (select max(e.on_day) from ledger_exit e where e.ledger_number = l.number and e.kind in ('sale', 'melt')) as last_out_on,
        (select coalesce(sum(e.proceeds_cents), 0)::bigint from ledger_exit e where e.ledger_number = l.number) as proceeds,
        (select coalesce(sum(e.tax_cents), 0)::bigint + coalesce(sum(e.destination_tax_cents), 0)::bigint
          from ledger_exit e where e.ledger_number = l.number) as vat
      from ledger l left join purchase b on b.id = l.purchase_id left join product p on p.id = l.product_id
    )
    select (select count(*) from ((table said except table kept) union all (table kept except table said)) one)
        as people,
      (select count(*) from standing s left join ledger_entry l on l.number = s.number
        left join ledger_exit a on a.ledger_number = s.number and s.exits = 1
        where (l.exits, l.branch_id, l.tax_mode, l.receipt, l.purchase_cents, l.is_open, l.gone_by, l.last_out_on,
            l.proceeds_cents, l.tax_cents, l.exit_id, l.exit_kind, l.exit_booked_on, l.exit_tax_mode, l.exit_purchase_cents,
            l.exit_margin_cents, l.exit_tax_cents, l.exit_destination_net_cents, l.exit_destination_tax_cents)
          is distinct from (s.exits::int, s.branch, s.tax, s.receipt, s.purchase_cents, s.times <= 0 and not s.cancelled,
            case when s.times > 0 then s.last_out end, s.last_out_on, s.proceeds, s.vat, a.id, a.kind, a.booked_on,
            a.tax_mode, a.purchase_cents, a.margin_cents, a.tax_cents, a.destination_net_cents, a.destination_tax_cents)) as pieces,
      (select count(*) from ledger_exit e join ledger_entry l on l.number = e.ledger_number
        where not position(lower(e.document) in l.words) > 0) as unknown,
      (select count(*) from (select m.id, m.kind, lower(m.recipient) as recipient, words_of_mail(m) as words from mail_outbox m where m.erased_at is null) m
        full join mail_words w on w.mail_id = m.id where (m.kind, m.recipient, m.words) is distinct from (w.kind, w.recipient, w.words)) as mails,
      (select count(*) from sell_request r full join request_words w on w.request_id = r.id
        where words_of_request(r) is distinct from w.words) as requests`
  return Object.entries(row ?? {}).flatMap(([of, count]) =>
    count === 0 ? [] : [`rows of lists, ${of}: ${count} differ`],
  )
}
