import { useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SettingFault } from '#app/shop/settings/setting-faults.ts'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useMay, useMember } from '../frame/member.ts'
import { keepTyped, keptTyped } from '../frame/typed.ts'

type Listed = Shown<'settings-part'>['branches']

/** The branches in the order that customers see; a new one begins with its address. */
export function BranchesPart({ branches }: { branches: Listed }) {
  const t = useTranslations('office.settings')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const mayChange = useMay('settings.change')
  const move = async (index: number, by: number) => {
    const from = branches.map(({ id }) => id)
    const ids = [...from]
    const [moved = ''] = ids.splice(index, 1)
    ids.splice(index + by, 0, moved)
    const answer = await act('settings.order-branches', { ids, from })
    const isOther = !answer.ok && (answer.reason === 'others-there' || answer.reason === 'changed-meanwhile')
    announce(answer.ok ? t('ordered') : isOther ? t('orderChanged') : t('refused.failed'))
    await revalidate()
  }
  return (
    <>
      {branches.length === 0 && <p className="missing">{t('stand.noBranches')}</p>}
      <ol className="settings-parts">
        {branches.map(({ id, name, street, city }, index) => (
          <li key={id} className="settings-branch">
            <Link to={`/settings/branches/${id}`} className="settings-part">
              <span className="font-medium">{name}</span>
              <span className="text-ink-soft">
                {street}, {city}
              </span>
            </Link>
            {mayChange && branches.length > 1 && (
              <span className="page-actions">
                {index > 0 && (
                  <button
                    type="button"
                    className="do quiet"
                    aria-label={t('moveUp', { name })}
                    onClick={() => void move(index, -1)}
                  >
                    ↑
                  </button>
                )}
                {index < branches.length - 1 && (
                  <button
                    type="button"
                    className="do quiet"
                    aria-label={t('moveDown', { name })}
                    onClick={() => void move(index, 1)}
                  >
                    ↓
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {mayChange && <NewBranch />}
    </>
  )
}

const fields = ['id', 'name', 'street', 'postalCode', 'city', 'phone', 'email'] as const
type Typed = Record<(typeof fields)[number], string>
const empty = Object.fromEntries(fields.map((name) => [name, ''])) as Typed

function NewBranch() {
  const t = useTranslations('office.settings')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const place = `${useMember().id}:new-branch`
  const [typed, setTyped] = useState(() => (keptTyped(place)?.value ?? null) as Typed | null)
  useEffect(() => keepTyped(place, typed && { base: empty, value: typed, version: 0 }), [place, typed])
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState(false)
  if (typed === null)
    return (
      <p className="py-4">
        <button type="button" className="do quiet" onClick={() => setTyped(empty)}>
          {t('newBranch')}
        </button>
      </p>
    )
  const add = async () => {
    setFailed(false)
    const answer = await act('settings.add-branch', { value: { ...typed, hours: [] } })
    if (answer.ok) {
      keepTyped(place, null)
      announce(t('branchAdded'))
      return navigate(`/settings/branches/${answer.id}`)
    }
    if (answer.reason === 'invalid') setFaults(answer.faults)
    else setFailed(true)
  }
  return (
    <form
      noValidate
      className="block-section grid max-w-2xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <h2>{t('newBranch')}</h2>
      {fields.map((name) => {
        const fault = faults[name] as SettingFault | undefined
        return (
          <Field
            key={name}
            name={name}
            id={`new-${name}`}
            label={t(`fields.branch_${name}`)}
            hint={name === 'id' ? t('hints.branchId') : undefined}
            error={fault && t(`faults.${fault}`)}
            required
            autoComplete="off"
            value={typed[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        )
      })}
      {failed && <p className="text-danger">{t('refused.failed')}</p>}
      <p className="page-actions">
        <button type="submit" className="do">
          {t('addBranch')}
        </button>
        <button type="button" className="do quiet" onClick={() => setTyped(null)}>
          {t('discard')}
        </button>
      </p>
    </form>
  )
}
