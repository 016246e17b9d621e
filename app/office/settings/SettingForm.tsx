import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSaveKey } from '../frame/use-save-key.ts'
import { EffectView } from './EffectView.tsx'
import { FormContext } from './form-context.ts'
import { MeanwhileView } from './MeanwhileView.tsx'
import type { SettingPart } from './parts.ts'
import type { SettingForm as Form } from './use-setting-form.ts'

/** A form with what it would do beside it; `Ctrl+S` saves what was changed. */
export function SettingForm({
  form,
  title,
  part,
  mayChange,
  children,
}: {
  form: Form
  title: string
  /** Where a setting has forms on several parts: which one this is, for what it does there. */
  part?: SettingPart
  mayChange: boolean
  children: ReactNode
}) {
  const t = useTranslations('office.settings')
  const element = useRef<HTMLFormElement>(null)
  const { isDirty, isSaving, faults, save } = form
  const submit = async () => {
    await save()
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  useSaveKey(() => void submit(), isDirty && mayChange)
  return (
    <FormContext value={form}>
      <section className="block-section" aria-label={title}>
        <div className="settings-form">
          <form
            ref={element}
            noValidate
            className="grid content-start gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            <h2>{title}</h2>
            {form.isKept && isDirty && <p className="state state-warn">{t('kept')}</p>}
            {form.meanwhile && <MeanwhileView form={form} meanwhile={form.meanwhile} />}
            <fieldset disabled={!mayChange} className="grid gap-4">
              {children}
            </fieldset>
            {form.refused && <p className="text-danger">{t(`refused.${form.refused}`)}</p>}
            {Object.keys(faults).length > 0 && (
              <p className="text-danger">{t('faultCount', { count: Object.keys(faults).length })}</p>
            )}
            {mayChange ? (
              <div className="page-actions">
                <button
                  type="submit"
                  className="do"
                  disabled={!isDirty || isSaving || form.meanwhile !== null}
                >
                  {t('save')}
                </button>
                {isDirty && (
                  <button type="button" className="do quiet" onClick={form.discard}>
                    {t('discard')}
                  </button>
                )}
                <span className={isDirty ? 'state state-warn' : 'state state-quiet'}>
                  {isDirty ? t('unsaved') : t('asSaved')}
                </span>
              </div>
            ) : (
              <p className="text-ink-soft">{t('onlyOwners')}</p>
            )}
          </form>
          {form.effect && (
            <aside
              className="box content-start self-start lg:sticky lg:top-4"
              aria-label={`${t('effect.title')}: ${title}`}
            >
              <p className="caps">{isDirty ? t('effect.title') : t('effect.now')}</p>
              {form.isEffectBehind && (
                <p className="state state-warn">
                  {t(form.effect.kind === 'branch' ? 'effect.leftOut' : 'effect.lastFit')}
                </p>
              )}
              <EffectView effect={form.effect} part={part} />
            </aside>
          )}
        </div>
      </section>
    </FormContext>
  )
}
