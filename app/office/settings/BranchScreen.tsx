import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Branch } from '#app/shop/settings/settings.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { BothLanguages, DegreesField, TextField } from './fields.tsx'
import { History } from './History.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { SettingForm } from './SettingForm.tsx'
import { type Save, useSettingForm } from './use-setting-form.ts'

/** A branch: its hours first, which most often change, then where it is and how it is reached. */
export default function BranchScreen() {
  const { form } = useShown<'settings-branch'>()
  return <BranchForm key={form.value.id} />
}

function BranchForm() {
  const t = useTranslations('office.settings')
  const shown = useShown<'settings-branch'>()
  const mayChangeAll = useMay('settings.change')
  const mayChangeHours = useMay('settings.change-opening')
  const save: Save = (value, version) => {
    const branch = value as Branch
    return mayChangeAll
      ? act('settings.save-branch', { value: branch, version })
      : act('settings.save-opening', {
          id: branch.id,
          hours: branch.hours,
          holidays: branch.holidays,
          version,
        })
  }
  const form = useSettingForm(shown.form, save)
  const { id, name } = shown.form.value
  return (
    <Page
      title={name}
      back={<Link to="/settings/branches">{t('parts.branches')}</Link>}
      actions={<OthersHere thing={`branch/${id}`} />}
    >
      <SettingForm form={form} title={t('opening')} mayChange={mayChangeHours}>
        <OpeningFields />
        <fieldset disabled={!mayChangeAll} className="grid gap-4">
          <legend className="pb-2 font-medium">{t('address')}</legend>
          <AddressFields />
        </fieldset>
      </SettingForm>
      {mayChangeAll && <RemoveBranch id={id} version={shown.form.version} use={shown.use} />}
      <History entries={shown.history} branches={[{ id, name }]} />
    </Page>
  )
}

function AddressFields() {
  const t = useTranslations('office.settings.hints')
  return (
    <>
      <TextField path={['name']} />
      <TextField path={['street']} />
      <div className="two">
        <TextField path={['postalCode']} />
        <TextField path={['city']} />
        <TextField path={['phone']} type="tel" />
        <TextField path={['email']} type="email" />
        <DegreesField path={['latitude']} hint={t('degrees')} />
        <DegreesField path={['longitude']} hint={t('degrees')} />
      </div>
      <BothLanguages path={['directions']} long />
    </>
  )
}

type Use = Record<'pieces' | 'requests' | 'appointments' | 'purchases' | 'payments', number>

function RemoveBranch({ id, version, use }: { id: string; version: number; use: Use }) {
  const t = useTranslations('office.settings')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isUsed = Object.values(use).some((count) => count > 0)
  const remove = async () => {
    const answer = await act('settings.remove-branch', { id, version })
    if (answer.ok) {
      announce(t('branchRemoved'))
      return navigate('/settings/branches')
    }
    setRefused(
      answer.reason === 'changed-meanwhile'
        ? t('branchChanged')
        : answer.reason === 'in-use'
          ? t('inUse', answer.use)
          : t('refused.failed'),
    )
  }
  return (
    <section className="block-section">
      <h2>{t('removeBranch')}</h2>
      {isUsed ? (
        <p>{t('inUse', use)}</p>
      ) : asked ? (
        <p className="page-actions">
          {t('removeSure')}
          <button type="button" className="do" onClick={() => void remove()}>
            {t('removeBranch')}
          </button>
          <button type="button" className="do quiet" onClick={() => setAsked(false)}>
            {t('keep')}
          </button>
        </p>
      ) : (
        <p>
          <button type="button" className="do quiet" onClick={() => setAsked(true)}>
            {t('removeBranch')}
          </button>
        </p>
      )}
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
    </section>
  )
}
