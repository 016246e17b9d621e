import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { BookForm } from './BookForm.tsx'
import { InspectForm } from './InspectForm.tsx'
import { LabelForm } from './LabelForm.tsx'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'

const decisions = ['turn-down', 'hold', 'reopen', 'resume', 'surrender'] as const

/** Every step that staff may take now, besides offers and messages, each with what it needs. */
export function Steps() {
  const t = useTranslations('office.requests.steps')
  const o = useTranslations('office.requests.offer')
  const { request, allowed, group, offerKind, restricted, canBook, canEnd } = useShown<'request'>()
  const { offer, here, status, number, contact } = request
  const canOffer = allowed.includes(offerKind === 'final' ? 'offer' : 'estimate')
  const canAsk = contact?.email && group !== 'done'
  const canAnswer = offer?.answer === null && (status === 'estimated' || status === 'final_offer')
  const may = (event: (typeof allowed)[number]) => allowed.includes(event)
  const parts: ReactNode[] = []
  if (may('send-label') || (status === 'label_sent' && !here))
    parts.push(
      <Part key="label" title={t(status === 'label_sent' ? 'labelAgain' : 'label')}>
        <LabelForm />
      </Part>,
    )
  if (canBook)
    parts.push(
      <Part key="book" title={t(status === 'appointment' ? 'bookAgain' : 'book')}>
        <BookForm />
      </Part>,
    )
  if (may('receive')) parts.push(<Receive key="receive" />)
  if (may('miss')) parts.push(<Plain key="miss" name="miss" />)
  if (may('inspect'))
    parts.push(
      <Part key="inspect" title={t(status === 'inspected' ? 'inspectAgain' : 'inspect')}>
        <InspectForm />
      </Part>,
    )
  if (canAnswer)
    parts.push(
      <Plain key="accepted" name="accepted" offer={offer.id} />,
      <Plain key="declined" name="declined" offer={offer.id} />,
    )
  if (canEnd) parts.push(<Plain key="end" name="end" />)
  if (may('return')) parts.push(<Return key="return" again={false} />)
  if (status === 'returned') parts.push(<Return key="again" again />)
  for (const event of decisions) if (may(event)) parts.push(<Decide key={event} event={event} />)
  return (
    <section className="box" aria-labelledby="steps">
      <h2 id="steps">{t('title')}</h2>
      {restricted && (
        <p>
          <Link className="link" to={`/requests/${number}/purchase`}>
            {t('holdLink')}
          </Link>
        </p>
      )}
      {(canOffer || canAsk) && (
        <p className="page-actions">
          {canOffer && (
            <a className="link" href="#offers">
              {o(offerKind === 'final' ? 'newFinal' : 'newEstimate')}
            </a>
          )}
          {canAsk && (
            <a className="link" href="#messages">
              {t('ask')}
            </a>
          )}
        </p>
      )}
      {parts.length > 0 ? parts : !canOffer && <p>{t(group === 'done' ? 'finished' : 'nothing')}</p>}
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="request-step">
      <summary>{title}</summary>
      {children}
    </details>
  )
}

function Receive() {
  const t = useTranslations('office.requests.steps')
  const { request, version, branches } = useShown<'request'>()
  const acting = useRequestAct()
  const [branch, setBranch] = useState(request.branchId ?? branches[0]?.id ?? '')
  return (
    <Part title={t('receive')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void acting.run(
            'requests.receive',
            { number: request.number, version, branch },
            { said: t('done'), mine: t('receive') },
          )
        }}
      >
        <Select
          name="branch"
          label={t('branch')}
          value={branch}
          onChange={({ target }) => setBranch(target.value)}
        >
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Said of={acting} />
        <p>
          <button type="submit" className="do" disabled={acting.busy}>
            {t('confirm', { step: t('receive') })}
          </button>
        </p>
      </form>
    </Part>
  )
}

/** What needs nothing but to be confirmed. */
function Plain(step: { name: 'miss' | 'end' } | { name: 'accepted' | 'declined'; offer: number }) {
  const t = useTranslations('office.requests.steps')
  const { request, version } = useShown<'request'>()
  const acting = useRequestAct()
  const { number } = request
  const go = () => {
    const options = { said: t('done'), mine: t(step.name) }
    return 'offer' in step
      ? acting.run('requests.answer', { number, version, offer: step.offer, answer: step.name }, options)
      : acting.run(`requests.${step.name}`, { number, version }, options)
  }
  return (
    <Part title={t(step.name)}>
      <Said of={acting} />
      <p>
        <button type="button" className="do" disabled={acting.busy} onClick={() => void go()}>
          {t('confirm', { step: t(step.name) })}
        </button>
      </p>
    </Part>
  )
}

function Decide({ event }: { event: (typeof decisions)[number] }) {
  const t = useTranslations('office.requests.steps')
  const { request, version } = useShown<'request'>()
  const { number } = request
  const { texts, put, done } = useKeptText(`request-${event}-${number}`, { reason: '', tell: '' })
  const acting = useRequestAct()
  return (
    <Part title={t(event)}>
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          const mine = [t(event), texts.reason, texts.tell].filter(Boolean).join('\n')
          void acting.run(
            'requests.decide',
            { number, version, event, ...texts },
            { said: t('done'), mine, done },
          )
        }}
      >
        <TextArea
          id={`${event}-reason`}
          name="reason"
          label={t('reason')}
          rows={2}
          maxLength={500}
          value={texts.reason}
          error={acting.sayFault('reason')}
          onChange={({ target }) => put('reason', target.value)}
        />
        {event === 'turn-down' && (
          <TextArea
            id={`${event}-tell`}
            name="tell"
            label={t('tell')}
            rows={3}
            maxLength={500}
            lang={request.locale}
            value={texts.tell}
            error={acting.sayFault('tell')}
            onChange={({ target }) => put('tell', target.value)}
          />
        )}
        {event === 'turn-down' && (
          <ul className="sub">
            {request.contact?.email && <li>{t('turnDown.mail')}</li>}
            {request.appointment && <li>{t('turnDown.appointment')}</li>}
            {request.label && !request.here && <li>{t('turnDown.label')}</li>}
          </ul>
        )}
        <Said of={acting} />
        <p>
          <button type="submit" className="do" disabled={acting.busy}>
            {t('confirm', { step: t(event) })}
          </button>
        </p>
      </form>
    </Part>
  )
}

/** The way home, free of charge: by parcel or over the counter; later its number is corrected. */
function Return({ again }: { again: boolean }) {
  const t = useTranslations('office.requests.steps')
  const { request, version } = useShown<'request'>()
  const { number, parcelOut } = request
  const { texts, put, done } = useKeptText(`request-return-${number}`, {
    carrier: parcelOut?.carrier ?? '',
    code: parcelOut?.code ?? '',
  })
  const acting = useRequestAct()
  const title = t(again ? 'correct-return' : 'return')
  return (
    <Part title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const name = again ? 'requests.correct-return' : 'requests.return'
          const mine = [title, [texts.carrier, texts.code].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join('\n')
          void acting.run(name, { number, version, ...texts }, { said: t('done'), mine, done })
        }}
      >
        {!again && <p className="sub">{t('returnHint')}</p>}
        {(['carrier', 'code'] as const).map((name) => (
          <Field
            key={name}
            id={`return-${name}`}
            name={name}
            label={t(name)}
            maxLength={60}
            autoComplete="off"
            value={texts[name]}
            error={acting.sayFault(name)}
            onChange={({ target }) => put(name, target.value)}
          />
        ))}
        <Said of={acting} />
        <p>
          <button type="submit" className="do" disabled={acting.busy}>
            {t('confirm', { step: title })}
          </button>
        </p>
      </form>
    </Part>
  )
}
