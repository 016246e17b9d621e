import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, officeFetch, type Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { RevealSerial } from '../purchase/RevealSerial.tsx'

type Piece = Shown<'piece'>
type Check = Piece['provenance']['checks'][number]

const tones = { clear: 'state-good', unclear: 'state-warn', hit: 'state-bad' } as const

/** Where a piece comes from: ledger, serial number on demand, registers of stolen goods. */
export function Provenance({ piece, onChanged }: { piece: Piece; onChanged(): void }) {
  const t = useTranslations('office.piece.provenance')
  const { ledgerNumber, checks } = piece.provenance
  const mayCheck = useMay('theft-checks.record')
  return (
    <section className="box" aria-labelledby="provenance-box" id="provenance">
      <h2 id="provenance-box">{t('title')}</h2>
      <dl>
        <dt>{t('ledger')}</dt>
        <dd>{ledgerNumber ?? t('notInLedger')}</dd>
      </dl>
      <Serial piece={piece} onChanged={onChanged} />
      <h3>{t('registers')}</h3>
      {checks.length === 0 && <p className="missing">{t('notChecked')}</p>}
      <ul>
        {checks.map((check) => (
          <li key={check.id}>
            <CheckLine piece={piece.id} check={check} />
          </li>
        ))}
      </ul>
      {mayCheck && <AddCheck piece={piece.id} onAdded={onChanged} />}
    </section>
  )
}

function CheckLine({ piece, check }: { piece: string; check: Check }) {
  const t = useTranslations('office.piece.provenance')
  const format = useFormats()
  const announce = useAnnounce()
  const seesFiles = useMay('pieces.see-cost')
  const save = async () => {
    const response = await officeFetch('/office/act/piece.certificate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ piece, check: check.id }),
    }).catch(() => null)
    if (!response?.ok || !response.headers.get('content-type')?.startsWith('application/pdf')) {
      announce(t('noFile'))
      return
    }
    const address = URL.createObjectURL(await response.blob())
    Object.assign(document.createElement('a'), { href: address, download: check.certificate ?? '' }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }
  return (
    <>
      <span className={`state ${tones[check.result]}`}>{t(`results.${check.result}`)}</span> {check.register},{' '}
      {format.day(check.checkedOn)}
      <span className="sub">{[check.number, check.by, check.note].filter(Boolean).join(' · ')}</span>
      {check.certificate && seesFiles && (
        <button type="button" className="link piece-text-button" onClick={save}>
          {t('certificate')}
        </button>
      )}
    </>
  )
}

function AddCheck({ piece, onAdded }: { piece: string; onAdded(): void }) {
  const t = useTranslations('office.piece.provenance')
  const announce = useAnnounce()
  const [open, setOpen] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sent = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const file = form.get('certificate')
    const body = file instanceof File && file.size > 0 ? file : null
    setBusy(true)
    const answer = await act(
      'piece.check-theft',
      {
        piece,
        register: text('register'),
        result: text('result') as Check['result'],
        checkedOn: text('checkedOn'),
        note: text('note'),
        number: text('number'),
        fileName: body ? body.name : '',
      },
      body ? { body: new Blob([body], { type: 'application/octet-stream' }) } : {},
    )
    setBusy(false)
    if (answer.ok) {
      setFault(null)
      setOpen(false)
      announce(t('checked'))
      onAdded()
    } else setFault(answer.reason === 'invalid' ? t('faults.invalid') : t(`faults.${answer.reason}`))
  }
  if (!open)
    return (
      <button type="button" className="do quiet" onClick={() => setOpen(true)}>
        {t('add')}
      </button>
    )
  return (
    <form onSubmit={sent} className="grid gap-3" noValidate>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      <Field name="register" id="check-register" label={t('register')} defaultValue="The Watch Register" />
      <Select name="result" id="check-result" label={t('result')} defaultValue="clear">
        {(['clear', 'unclear', 'hit'] as const).map((result) => (
          <option key={result} value={result}>
            {t(`results.${result}`)}
          </option>
        ))}
      </Select>
      <Field name="checkedOn" id="check-day" type="date" label={t('day')} />
      <Field name="number" id="check-number" label={t('number')} autoComplete="off" />
      <Field name="note" id="check-note" label={t('note')} autoComplete="off" />
      <Field name="certificate" id="check-file" type="file" accept="application/pdf" label={t('file')} />
      <p className="page-actions">
        <button type="submit" className="do" disabled={busy}>
          {t('record')}
        </button>
        <button type="button" className="do quiet" onClick={() => setOpen(false)}>
          {t('cancel')}
        </button>
      </p>
    </form>
  )
}

/** Sealed; shown for a reason that is written down, to whoever may. */
function Serial({ piece, onChanged }: { piece: Piece; onChanged(): void }) {
  const t = useTranslations('office.piece.provenance')
  const announce = useAnnounce()
  const mayEdit = useMay('pieces.edit')
  const [entering, setEntering] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { hasSerial } = piece.provenance
  const sent = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const serial = String(new FormData(event.currentTarget).get('serial') ?? '')
    setFault(null)
    const answer = await act('piece.seal-serial', { piece: piece.id, version: piece.version, serial })
    if (!answer.ok && answer.reason === 'changed-meanwhile') {
      // What was typed stays; sealed once more it replaces the other, knowing it.
      onChanged()
      return setFault(t('faults.changed-meanwhile', { by: answer.by ?? '' }))
    }
    if (!answer.ok)
      return setFault(t(answer.reason === 'missing' ? 'faults.serial-missing' : 'faults.failed'))
    announce(answer.same.length > 0 ? t('same', { pieces: answer.same.join(', ') }) : t('sealed'))
    onChanged()
    setEntering(false)
  }
  return (
    <div className="grid gap-2">
      {hasSerial ? (
        // What is shown is hidden again once another may have been sealed.
        <RevealSerial
          key={piece.version}
          masked="••••"
          of={piece.name}
          ask={(why) => act('piece.reveal-serial', { piece: piece.id, why })}
        />
      ) : (
        <dl>
          <dt>{t('serial')}</dt>
          <dd>{t('noSerial')}</dd>
        </dl>
      )}
      {mayEdit && !entering && (
        <p className="page-actions">
          <button type="button" className="do quiet" onClick={() => setEntering(true)}>
            {hasSerial ? t('enterAnew') : t('enter')}
          </button>
        </p>
      )}
      {entering && (
        <form onSubmit={sent} className="grid gap-2" noValidate>
          <Field
            name="serial"
            id="serial-text"
            label={t('serial')}
            hint={t('sealedHint')}
            error={fault ?? undefined}
            autoComplete="off"
          />
          <p className="page-actions">
            <button type="submit" className="do">
              {t('seal')}
            </button>
            <button type="button" className="do quiet" onClick={() => setEntering(false)}>
              {t('cancel')}
            </button>
          </p>
        </form>
      )}
    </div>
  )
}
