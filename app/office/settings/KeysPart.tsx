import { useTranslations } from 'use-intl'
import { Scrolled } from '../frame/Scrolled.tsx'
import type { Service } from './outside-services.ts'

/** Which outside services the shop was started with: names of variables, and whether they are set. Values stay away. */
export function KeysPart({ services }: { services: readonly Service[] }) {
  const t = useTranslations('office.settings.keys')
  return (
    <Scrolled label={t('service')}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('service')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('variables')}</th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ name, isSet, variables }) => (
            <tr key={name}>
              <th scope="row">
                <span className="font-medium text-ink">{t(`services.${name}`)}</span>
                <span className="sub">{t(isSet ? `with.${name}` : `without.${name}`)}</span>
              </th>
              <td>
                <span className={`state whitespace-nowrap ${isSet ? 'state-good' : 'state-quiet'}`}>
                  {t(isSet ? 'set' : 'notSet')}
                </span>
              </td>
              <td>
                <ul>
                  {variables.map((variable) => (
                    <li key={variable.name}>
                      <code className="break-all">{variable.name}</code>{' '}
                      <span
                        className={
                          variable.isSet ? 'text-ink-soft' : variable.isNeeded ? 'missing' : 'text-ink-soft'
                        }
                      >
                        {t(variable.isSet ? 'set' : variable.isNeeded ? 'notSet' : 'optional')}
                      </span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}
