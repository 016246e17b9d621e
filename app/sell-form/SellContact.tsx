import { pathTo } from '#app/language/route-table.ts'
import { Field, Honeypot, Tick } from '#app/ui/Field.tsx'
import { PartTitle } from './ChoiceTile.tsx'
import type { SellFieldProps } from './SellDetails.tsx'
import { t } from './sell-words.ts'

/** Where the answer goes, and what is agreed to. */
export function SellContact({
  id,
  field,
  agreed,
  waits,
}: {
  /** Begins the ids of the fields. */
  id: string
  field: SellFieldProps
  agreed: boolean
  /** For photos that are still on their way. */
  waits: boolean
}) {
  return (
    <>
      <fieldset className="grid min-w-0 gap-5">
        <PartTitle>{t('contactTitle')}</PartTitle>
        <p className="-mt-3 text-ink-soft text-step--1">{t('required')}</p>
        <Field {...field('name')} label={t('name')} autoComplete="name" required />
        <Field
          {...field('email')}
          type="email"
          label={t('email')}
          note={t('emailHint')}
          autoComplete="email"
          required
        />
        <Field {...field('phone')} type="tel" label={t('phone')} note={t('optional')} autoComplete="tel" />
      </fieldset>
      <div className="grid gap-5">
        <Honeypot form={id} label={t('leaveEmpty')} />
        <Tick
          id={`${id}-consent`}
          name="consent"
          value="yes"
          defaultChecked={agreed}
          error={field('consent').error}
          required
          label={t.rich('consent', {
            privacy: (words) => (
              <a href={pathTo('de', 'privacy')} className="link">
                {words}
              </a>
            ),
          })}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" className="button">
            {t('send')}
          </button>
          <p className="text-ink-soft text-step--1" role="status">
            {waits ? t('photosWait') : t('free')}
          </p>
        </div>
      </div>
    </>
  )
}
