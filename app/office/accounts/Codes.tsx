import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { useDoing } from './use-doing.ts'

type Begun = { key: string; qr: { size: number; path: string } }

/** Codes of an app as a second factor, and those to recover with. */
export function Codes() {
  const t = useTranslations('office.accounts')
  const { codes } = useShown<'account'>()
  const { doing } = useDoing()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)

  const begin = async () => {
    const answer = await doing(act('accounts.begin-codes', {}), null)
    if (answer?.ok && 'key' in answer) setBegun(answer)
  }
  const renew = async () => {
    const answer = await doing(act('accounts.new-recovery-codes', {}), t('recoveryRenewed'))
    if (answer?.ok && 'recoveryCodes' in answer) setRecovery(answer.recoveryCodes)
  }
  const end = async () => {
    if (await doing(act('accounts.end-codes', {}), t('codesEnded'))) setRecovery(null)
  }
  return (
    <section className="block-section" aria-labelledby="codes">
      <h2 id="codes">{t('codes')}</h2>
      <p className="pb-3">
        <span className={`state ${codes.on ? 'state-good' : 'state-quiet'}`}>
          {codes.on ? t('codesOn', { left: codes.recoveryLeft }) : t('codesOff')}
        </span>
      </p>
      {recovery && <Recovery codes={recovery} />}
      {begun && !codes.on && (
        <Confirm
          begun={begun}
          onConfirmed={(given) => {
            setBegun(null)
            setRecovery(given)
          }}
        />
      )}
      {codes.on ? (
        <p className="page-actions">
          <button type="button" className="do quiet" onClick={() => void renew()}>
            {t('renewRecovery')}
          </button>
          <button type="button" className="do quiet" onClick={() => void end()}>
            {t('endCodes')}
          </button>
        </p>
      ) : (
        !begun && (
          <p>
            <button type="button" className="do" onClick={() => void begin()}>
              {t('beginCodes')}
            </button>
          </p>
        )
      )}
    </section>
  )
}

function Confirm({
  begun: { key, qr },
  onConfirmed,
}: {
  begun: Begun
  onConfirmed: (recoveryCodes: readonly string[]) => void
}) {
  const t = useTranslations('office.accounts')
  const { doing, fault } = useDoing()
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const answer = await doing(act('accounts.confirm-codes', { code }), t('codesBegun'))
    if (answer?.ok && 'recoveryCodes' in answer) onConfirmed(answer.recoveryCodes)
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void confirm(event)}>
      <p>{t('scan')}</p>
      <svg
        role="img"
        aria-label={t('qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        className="size-48 bg-white text-black"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <p>
        {t('key')} <code className="break-all">{key}</code>
      </p>
      <div className="two">
        <Field
          name="code"
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fault('code') ?? fault('')}
        />
      </div>
      <p>
        <button type="submit" className="do">
          {t('confirmCodes')}
        </button>
      </p>
    </form>
  )
}

function Recovery({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('office.accounts')
  return (
    <div className="box mb-4" role="status">
      <p>{t('recoveryText')}</p>
      <ul className="columns-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  )
}
