import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { NoBranch } from '../frame/NoBranch.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { SaleBuyer } from './SaleBuyer.tsx'
import { identityOf, isWhole, noIdentity, SaleIdentity } from './SaleIdentity.tsx'
import { type Cash, SalePayment } from './SalePayment.tsx'
import { SalePieces } from './SalePieces.tsx'
import { useSale } from './use-sale.ts'

/** A sale in the branch: what, to whom, how it is paid; then it is sold and handed over. */
export default function CounterSaleScreen() {
  const { sale } = useShown<'counter-sale'>()
  const [asked] = useSearchParams()
  const navigate = useNavigate()
  useEffect(() => {
    // Its address keeps the sale: loaded anew, everything is still there.
    if (sale !== null) return
    const next = new URLSearchParams({ sale: crypto.randomUUID() })
    const piece = asked.get('piece')
    if (piece) next.set('piece', piece)
    void navigate({ search: next.toString() }, { replace: true })
  }, [sale, asked, navigate])
  return sale === null ? null : <OpenSale key={sale} id={sale} first={asked.get('piece')} />
}

/** How long a judgement of the rules about cash waits for the next key, ms. */
const judgeAfter = 400
/** Pieces that lie open on a page are kept for it so often, ms. */
const keepEvery = 10 * 60_000

type Refused = Extract<AnswerOf<'counter-sale.finish'>, { ok: false }>

function OpenSale({ id, first }: { id: string; first: string | null }) {
  const t = useTranslations('office.sale')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const { branches, lines, namelessUpToCents } = useShown<'counter-sale'>()
  const sale = useSale(id, lines)
  const { texts, charged, means, totalCents, labelCents } = sale
  const [identity, setIdentity] = useState(noIdentity)
  const [cash, setCash] = useState<Cash | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [confirmed, setConfirmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const isNobody = totalCents <= namelessUpToCents && texts.anonymous === 'yes'
  const needsIdentity = means === 'cash' && cash?.allowed === true && cash.needs === 'complete'
  const { price } = useFormats()
  const { name, company, street, postalCode, city, country } = texts
  const buyer = isNobody ? null : { name, company, street, postalCode, city, country }
  const asked = JSON.stringify({
    lines: charged.map(({ line, priceCents }) => ({ kind: line.kind, cents: priceCents ?? line.priceCents })),
    buyer: buyer && { name, street, postalCode },
    identity: isWhole(identity) ? identityOf(identity) : null,
  })
  useEffect(() => {
    if (!needsIdentity || name === '') return
    // Whoever is named as the buyer shows the document: what is known of them need not be typed again.
    const parts = name.trim().split(/\s+/)
    const known = { givenNames: parts.slice(0, -1).join(' '), surname: parts.at(-1) ?? '' }
    setIdentity((typed) => (typed === noIdentity ? { ...typed, ...known, street, postalCode, city } : typed))
  }, [needsIdentity, name, street, postalCode, city])
  const isCash = means === 'cash' && charged.length > 0
  useEffect(() => {
    if (!isCash) return
    const timer = setTimeout(() => {
      void act('counter-sale.judge', JSON.parse(asked)).then((answer) => {
        if (answer.ok) setCash(answer.cash)
      })
    }, judgeAfter)
    return () => clearTimeout(timer)
  }, [isCash, asked])
  const pieces = charged.map(({ line }) => line.piece).join()
  useEffect(() => {
    const timer = setInterval(() => {
      for (const code of pieces.split(',').filter(Boolean))
        void act('counter-sale.add', { sale: id, code, from: null })
    }, keepEvery)
    return () => clearInterval(timer)
  }, [id, pieces])
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>('.sale [aria-invalid="true"]')?.focus()
  }, [refused])
  const faults = refused?.reason === 'invalid' ? refused.faults : {}
  const fault = (field: string) => {
    const reason = faults[field]
    if (field === 'reference' && refused?.reason === 'reference-missing')
      return t('refusals.reference-missing')
    if (reason === undefined) return undefined
    return t(reason === 'missing' || reason === 'too-long' ? `faults.${reason}` : 'faults.invalid')
  }
  const finish = async () => {
    setBusy(true)
    setRefused(null)
    const answer = await act('counter-sale.finish', {
      sale: id,
      branchId: texts.branch || (branches[0]?.id ?? ''),
      locale: texts.locale === 'en' ? 'en' : 'de',
      lines: charged.map(({ line, priceCents, reason }) => ({
        piece: line.piece,
        priceCents: priceCents ?? 0,
        seenCents: line.priceCents,
        reason,
      })),
      consents: sale.consents,
      buyer,
      email: texts.email.trim(),
      phone: texts.phone.trim(),
      means,
      reference: texts.reference,
      repeatConfirmed: confirmed,
      identity: needsIdentity ? identityOf(identity) : null,
    })
    setBusy(false)
    if (answer.ok) {
      sale.done()
      announce(t('finish.done', { number: answer.number }))
      return navigate(`/counter/sales/${answer.number}`)
    }
    setRefused(answer)
    if ('cash' in answer) setCash(answer.cash)
  }
  const leave = async () => {
    await act('counter-sale.remove', { sale: id, piece: null })
    sale.done()
    announce(t('finish.left'))
    await navigate({ search: '' })
  }
  const repeated = refused?.reason === 'reference-repeated' ? refused.order : null
  if (branches.length === 0)
    return (
      <Page title={t('title')}>
        <NoBranch />
      </Page>
    )
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Link className="do quiet" to="/reservations">
            {t('links.reservations')}
          </Link>
          <Link className="do quiet" to="/counter/day-close">
            {t('links.close')}
          </Link>
        </>
      }
    >
      <div className="sale">
        <div>
          <SalePieces sale={sale} id={id} first={first} isRefused={refused !== null} />
          <SaleBuyer sale={sale} limitCents={namelessUpToCents} fault={fault} />
          <SalePayment
            sale={sale}
            branches={branches}
            cash={isCash ? cash : null}
            repeated={repeated ?? (confirmed ? '' : null)}
            confirmed={confirmed}
            onConfirm={setConfirmed}
            fault={fault}
          />
          {needsIdentity && <SaleIdentity typed={identity} onType={setIdentity} fault={fault} />}
        </div>
        <aside className="box sale-sum" aria-label={t('finish.total')}>
          <dl>
            {totalCents < labelCents && (
              <>
                <dt>{t('finish.discount')}</dt>
                <dd>{price(labelCents - totalCents)}</dd>
              </>
            )}
            <dt>{t('finish.total')}</dt>
            <dd className="sale-total">{price(totalCents)}</dd>
          </dl>
          <Refusal refused={refused} />
          {charged.length === 0 && <p className="sub">{t('finish.empty')}</p>}
          <button
            type="button"
            className="do"
            disabled={busy || charged.length === 0}
            onClick={() => void finish()}
          >
            {t('finish.button')}
          </button>
          {charged.length > 0 && (
            <button type="button" className="link min-h-11" onClick={() => void leave()}>
              {t('finish.leave')}
            </button>
          )}
        </aside>
      </div>
    </Page>
  )
}

/** Why it was not sold, and what to do about it. */
function Refusal({ refused }: { refused: Refused | null }) {
  const t = useTranslations('office.sale')
  const { price } = useFormats()
  const said = () => {
    switch (refused?.reason) {
      case undefined:
      case 'reference-repeated':
        return null
      case 'taken':
        return t('refusals.taken', { pieces: refused.pieces.map(({ piece }) => piece).join(', ') })
      case 'price-changed':
        return t('refusals.price-changed', { piece: refused.piece, amount: price(refused.nowCents) })
      case 'above-label':
      case 'discount-reason-missing':
        return t(`refusals.${refused.reason}`, { piece: refused.piece })
      case 'buyer-missing':
        return t('refusals.buyer-missing', { amount: price(refused.limitCents) })
      case 'consent-missing':
      case 'reference-missing':
      case 'no-such-branch':
      case 'document-expired':
      case 'under-age':
      case 'identification-missing':
      case 'cash-forbidden':
        return t(`refusals.${refused.reason}`)
      case 'invalid':
        return t('faultsAbove')
      default:
        return t('failed')
    }
  }
  return (
    <p role="alert" className="missing">
      {said()}
    </p>
  )
}
