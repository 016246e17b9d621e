import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'

const results = ['none', 'clear', 'hit', 'unclear'] as const
type Line = {
  title: string
  findings: string
  register: string
  result: (typeof results)[number]
  reference: string
}

/** Lines that were typed before; null where they cannot be read. */
function readLines(text: string): Line[] | null {
  const lines: unknown = JSON.parse(text)
  return Array.isArray(lines) && lines.length > 0 ? (lines as Line[]) : null
}

/** What was found, line by line. Serial numbers are sealed by the server, and kept nowhere in the browser. */
export function InspectForm() {
  const t = useTranslations('office.requests.steps')
  const o = useTranslations('office.requests.offer')
  const { request, version, inspection, serials, draft } = useShown<'request'>()
  const acting = useRequestAct()
  const empty = {
    findings: '',
    register: 'The Watch Register',
    result: 'none',
    reference: '',
  } as const
  const saved: Line[] = inspection
    ? inspection.lines.map(({ title, findings, register }) => ({
        ...empty,
        title,
        findings,
        register: register?.name ?? empty.register,
        result: results.find((each) => each === register?.result) ?? 'none',
        reference: register?.reference ?? '',
      }))
    : draft.content.lines.map(({ title }) => ({ ...empty, title }))
  const kept = useKeptText(`request-inspection-${request.number}`, { lines: JSON.stringify(saved) })
  const [typedSerials, setTypedSerials] = useState<readonly string[]>([])
  const lines = readLines(kept.texts.lines) ?? saved
  const setLines = (next: readonly Line[]) => kept.put('lines', JSON.stringify(next))
  const setSerial = (at: number, serial: string) =>
    setTypedSerials(lines.map((_, index) => (index === at ? serial : (typedSerials[index] ?? ''))))
  const change = (at: number, part: Partial<Line>) =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  const remove = (at: number) => {
    setLines(lines.filter((_, index) => index !== at))
    setTypedSerials(lines.map((_, index) => typedSerials[index] ?? '').filter((_, index) => index !== at))
  }
  const whole = lines.every(({ title }) => title.trim() !== '')
  const save = () =>
    acting.run(
      'requests.inspect',
      {
        number: request.number,
        version,
        inspection: {
          lines: lines.map(({ title, findings, register, result, reference }, at) => ({
            title,
            findings,
            serial: typedSerials[at]?.trim() ? typedSerials[at] : null,
            register:
              result === 'none' ? null : { name: register.trim() || empty.register, result, reference },
          })),
        },
      },
      {
        said: t('done'),
        mine: [t('inspect'), ...lines.map(({ title, findings }) => `${title}: ${findings}`)].join('\n'),
        done: () => {
          kept.done()
          setTypedSerials([])
        },
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {byPlace(lines, (line, at) => {
        const masked = serials.find(({ position }) => position === at)?.masked
        const text = (name: 'title' | 'serial' | 'register' | 'reference', label: string, hint?: string) => (
          <Field
            id={`inspect-${at}-${name}`}
            name={name}
            label={label}
            hint={hint}
            autoComplete="off"
            maxLength={name === 'title' ? 200 : name === 'serial' ? 60 : 120}
            value={name === 'serial' ? (typedSerials[at] ?? '') : line[name]}
            onChange={({ target }) =>
              name === 'serial' ? setSerial(at, target.value) : change(at, { [name]: target.value })
            }
          />
        )
        return (
          <fieldset className="request-line">
            <legend className="sub">{o('line', { number: at + 1 })}</legend>
            {text('title', o('lineTitle'))}
            <TextArea
              id={`inspect-${at}-findings`}
              name="findings"
              label={t('findings')}
              rows={3}
              maxLength={2000}
              value={line.findings}
              onChange={({ target }) => change(at, { findings: target.value })}
            />
            {text('serial', t('serial'), masked ? t('serialKept', { masked }) : undefined)}
            <Select
              id={`inspect-${at}-result`}
              name="result"
              label={`${t('register')}: ${t('result')}`}
              value={line.result}
              onChange={({ target }) =>
                change(at, { result: results.find((each) => each === target.value) ?? 'none' })
              }
            >
              {results.map((each) => (
                <option key={each} value={each}>
                  {t(`results.${each}`)}
                </option>
              ))}
            </Select>
            {line.result !== 'none' && text('register', t('register'))}
            {line.result !== 'none' && text('reference', t('registerReference'))}
            {lines.length > 1 && (
              <button type="button" className="plain-button" onClick={() => remove(at)}>
                {o('remove', { number: at + 1 })}
              </button>
            )}
          </fieldset>
        )
      })}
      <p className="page-actions">
        <button
          type="button"
          className="do quiet"
          onClick={() => setLines([...lines, { ...empty, title: '' }])}
        >
          {o('add')}
        </button>
      </p>
      <Said of={acting} />
      <p>
        <button type="submit" className="do" disabled={acting.busy || !whole}>
          {t('saveInspection')}
        </button>
      </p>
    </form>
  )
}
