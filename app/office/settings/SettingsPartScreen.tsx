import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { BranchesPart } from './BranchesPart.tsx'
import { BuyingFields } from './BuyingFields.tsx'
import { fieldsOf } from './forms.tsx'
import { History } from './History.tsx'
import { KeysPart } from './KeysPart.tsx'
import { NoticesPart } from './NoticesPart.tsx'
import type { SettingPart } from './parts.ts'
import { SettingForm } from './SettingForm.tsx'
import type { OpenForm } from './settings-answers.ts'
import { type Save, useSettingForm } from './use-setting-form.ts'

/** One part of the settings: its forms, what they do, and what was changed. */
export default function SettingsPartScreen() {
  const t = useTranslations('office.settings')
  const shown = useShown<'settings-part'>()
  const { part, forms, branches, history } = shown
  return (
    <Page
      title={t(`parts.${part}`)}
      back={<Link to="/settings">{t('title')}</Link>}
      actions={<OthersHere thing={`setting/${part}`} />}
    >
      <p className="max-w-prose pb-4">{t(`intro.${part}`)}</p>
      {part === 'branches' && <BranchesPart key={branches.map(({ id }) => id).join()} branches={branches} />}
      {part === 'keys' && <KeysPart services={shown.services} />}
      {part === 'notices' && <NoticesPart pictures={shown.notices} version={forms[0]?.version ?? 0} />}
      {part !== 'notices' && forms.map((form) => <PartForm key={form.key} part={part} open={form} />)}
      {part !== 'keys' && <History entries={history} branches={branches} />}
    </Page>
  )
}

const saveVacation: Save = (value, version) => act('settings.save-vacation', { value, version })

function PartForm({ part, open }: { part: SettingPart; open: OpenForm }) {
  const t = useTranslations('office.settings')
  const isVacation = open.key === 'vacation'
  const mayChange = useMay(isVacation ? 'settings.change-opening' : 'settings.change')
  const key = open.key as keyof typeof fieldsOf
  const saveSetting: Save = (value, version) => act('settings.save', { key, value, version } as never)
  const form = useSettingForm(open, isVacation ? saveVacation : saveSetting)
  const isRules = key === 'buying' && part === 'sell'
  const Fields = isRules ? BuyingFields : fieldsOf[key]
  const title = t(`about.${isRules ? 'buying-rules' : key}`)
  return (
    <SettingForm form={form} title={title} part={part} mayChange={mayChange}>
      <Fields />
    </SettingForm>
  )
}
