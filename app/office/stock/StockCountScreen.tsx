import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type InputOf } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import type { Scanned } from '../frame/scans.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { ScanField } from './ScanField.tsx'

type CountSeen = InputOf<'stock.close'>['seen']

const saidOf = ({ expected, found, surplus }: CountSeen) => ({
  missing: expected - found,
  surplus,
})

/** How often what others count is fetched, ms. */
const pollEvery = 4000

/** One stock-taking: what is scanned, what is missing, what is too many. */
export default function StockCountScreen() {
  const t = useTranslations('office.stock.taking')
  const scanWords = useTranslations('office.stock.scan')
  const locale = useLocale()
  const format = useFormats()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const { count, result, scans, strays } = useShown<'stock-count'>()
  const [fault, setFault] = useState<string | null>(null)
  /** What is about to be closed; `before`: what was, where it changed since the question was asked. */
  const [closing, setClosing] = useState<{ seen: CountSeen; before: CountSeen | null } | null>(null)
  const open = count.closedAt === null
  const paused = count.pausedAt !== null
  const seenNow: CountSeen = {
    ...{ expected: result.expected, found: result.found, surplus: result.surplus.count },
    lastScan: scans[0]?.scan ?? null,
  }
  useEffect(() => {
    if (!open) return
    const timer = setInterval(() => void revalidate(), pollEvery)
    return () => clearInterval(timer)
  }, [open, revalidate])
  const refusal = (reason: string, id = '') =>
    t(`refusals.${(t.has(`refusals.${reason as 'failed'}`) ? reason : 'failed') as 'no-such-piece'}`, { id })
  async function scan(text: string): Promise<Scanned> {
    const answer = await act('stock.scan', { count: count.id, text: text.slice(0, 2000) })
    void revalidate()
    if (!answer.ok) {
      const said =
        answer.reason === 'unknown'
          ? scanWords('unknown', { text: text.slice(0, 80) })
          : refusal(answer.reason, text)
      setFault(said)
      return { ok: false, said }
    }
    const piece = [answer.piece.id, answer.piece.brand, answer.piece.name[locale]].filter(Boolean).join(' ')
    const said = t(`outcomes.${answer.outcome}`, { piece })
    setFault(null)
    announce(said)
    return { ok: true, said }
  }
  async function finish(work: Promise<{ ok: true } | { ok: false; reason: string }>) {
    const answer = await work
    setFault(answer.ok ? null : refusal(answer.reason))
    setClosing(null)
    await revalidate()
    return answer.ok
  }
  async function close({ seen }: { seen: CountSeen }) {
    const answer = await act('stock.close', { count: count.id, seen })
    if (answer.ok || answer.reason !== 'changed-meanwhile') return finish(Promise.resolve(answer))
    // Asked once more, about what there is now.
    setClosing({ seen: answer.now, before: seen })
    await revalidate()
  }
  async function removeStray({ id, code }: (typeof strays)[number]) {
    if (await finish(act('stock.remove-code', { count: count.id, code: id })))
      announce(t('strayRemoved', { code }))
  }
  const { clock: time } = useFormats()
  const nameOf = (piece: { id: string; brand: string | null; name: { de: string; en: string } }) => (
    <Link className="link" to={`/pieces/${piece.id}`}>
      {[piece.id, piece.brand, piece.name[locale]].filter(Boolean).join(' ')}
    </Link>
  )
  const scanRow = (each: (typeof scans)[number]) => (
    <li key={each.id} className="border-line border-b py-2">
      {nameOf(each)} <span className="sub">{`${time(each.at)}, ${each.by}`}</span>
      {open && !paused && (
        <button
          type="button"
          className="link min-h-11"
          aria-label={`${t('undo')}: ${each.id}`}
          onClick={() => void finish(act('stock.take-back', { count: count.id, scan: each.scan }))}
        >
          {t('undo')}
        </button>
      )}
    </li>
  )
  // Whoever counts looks at what was scanned last, not through all that is missing still.
  const first = open ? scans.slice(0, 5) : scans
  const scanned = (
    <section className="block-section">
      <h2>{t('scanned')}</h2>
      {scans.length === 0 && <p>{t('nothingScanned')}</p>}
      <ul>{first.map(scanRow)}</ul>
      {scans.length > first.length && (
        <details>
          <summary className="link inline-flex min-h-11 items-center">{t('scannedBefore')}</summary>
          <ul>{scans.slice(first.length).map(scanRow)}</ul>
        </details>
      )}
    </section>
  )
  return (
    <Page
      title={`${t('title')}: ${count.branch ?? t('all')}`}
      back={
        <Link className="link" to="/stock-taking">
          {t('back')}
        </Link>
      }
      actions={
        <a className="do quiet" href={`/office/data/stock-taking/${count.id}?file=csv`} download>
          {t('csv')}
        </a>
      }
    >
      <p>{t('progress', { found: String(result.found), expected: String(result.expected) })}</p>
      {count.closedAt && (
        <p>
          {t('closed', {
            at: format.day(count.closedAt),
            by: count.closedBy ?? '',
          })}
        </p>
      )}
      {open && !paused && <ScanField onScan={scan} fault={fault} />}
      {open && (
        <div className="my-3 flex flex-wrap gap-3">
          <button
            type="button"
            className="do quiet"
            onClick={() =>
              void finish(act('stock.pause', { count: count.id, paused: !paused, from: count.pausedAt }))
            }
          >
            {t(paused ? 'resume' : 'pause')}
          </button>
          {!closing && (
            <button
              type="button"
              className="do quiet"
              onClick={() => setClosing({ seen: seenNow, before: null })}
            >
              {t('close')}
            </button>
          )}
        </div>
      )}
      {open && closing && (
        <div role="alert" className="my-3">
          {closing.before && <p className="state state-warn">{t('closeChanged', saidOf(closing.before))}</p>}
          <p>{t('closeQuestion', saidOf(closing.seen))}</p>
          <div className="mt-2 flex gap-3">
            <button type="button" className="do" onClick={() => void close(closing)}>
              {t('closeSure')}
            </button>
            <button type="button" className="do quiet" onClick={() => setClosing(null)}>
              {t('cancel')}
            </button>
          </div>
        </div>
      )}
      <section className="block-section">
        <h2>{`${t('surplusTitle')} (${result.surplus.count})`}</h2>
        {result.surplus.count === 0 && <p>{t('nothingSurplus')}</p>}
        <ul>
          {result.surplus.pieces.map((piece) => (
            <li key={piece.id} className="border-line border-b py-2">
              {nameOf(piece)}{' '}
              <span className="missing">{t(`reasons.${piece.reason}`, { branch: piece.branch ?? '' })}</span>
            </li>
          ))}
        </ul>
      </section>
      {open && scanned}
      <section className="block-section">
        <h2>{`${t('missingTitle')} (${result.missing.count})`}</h2>
        {result.missing.count === 0 && <p>{t('nothingMissing')}</p>}
        <ul>
          {result.missing.pieces.map((piece) => (
            <li key={piece.id} className="border-line border-b py-2">
              {nameOf(piece)}
            </li>
          ))}
        </ul>
      </section>
      {result.left.count > 0 && (
        <section className="block-section">
          <h2>{`${t('leftTitle')} (${result.left.count})`}</h2>
          <p className="sub">{t('leftHint')}</p>
          <ul>
            {result.left.pieces.map((piece) => (
              <li key={piece.id} className="border-line border-b py-2">
                {nameOf(piece)} <span>{t(`reasons.${piece.reason}`, { branch: piece.branch ?? '' })}</span>{' '}
                <span className="sub">
                  {[time(piece.at), piece.scanned ? t('wasScanned') : ''].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {result.came.count > 0 && (
        <section className="block-section">
          <h2>{`${t('cameTitle')} (${result.came.count})`}</h2>
          <ul>
            {result.came.pieces.map((piece) => (
              <li key={piece.id} className="border-line border-b py-2">
                {nameOf(piece)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {strays.length > 0 && (
        <section className="block-section">
          <h2>{`${t('strayTitle')} (${strays.length})`}</h2>
          <p className="sub">{t('strayHint')}</p>
          <ul>
            {strays.map((stray) => (
              <li key={stray.id} className="border-line border-b py-2">
                <code className="break-all">{stray.code}</code>{' '}
                <span className="sub">{`${time(stray.at)}, ${stray.by}`}</span>{' '}
                {open && !paused && (
                  <button
                    type="button"
                    className="link min-h-11"
                    aria-label={`${t('strayRemove')}: ${stray.code}`}
                    onClick={() => void removeStray(stray)}
                  >
                    {t('strayRemove')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {!open && scanned}
    </Page>
  )
}
