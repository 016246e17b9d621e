import { z } from 'zod'
import { readBytesAtMost } from '#app/platform/request-body.ts'
import { wantVariants } from '#app/shop/catalogue/photos-ahead.ts'
import { findAsset, storeAsset } from '#app/shop/catalogue/photos-assets.ts'
import {
  addBranch,
  branchUse,
  changeBranch,
  changeOpening,
  changeSetting,
  orderBranches,
  removeBranch,
} from '#app/shop/settings/change-settings.ts'
import type { Faults } from '#app/shop/settings/setting-faults.ts'
import { formerSettingActs, type SettingChange, settingHistory } from '#app/shop/settings/setting-history.ts'
import {
  type Branch,
  checkBranch,
  checkOpening,
  checkSetting,
  readSettings,
  type Setting,
  type SettingKey,
  type Settings,
  settingKeys,
} from '#app/shop/settings/settings.ts'
import { type Subject, versionOf } from '#app/shop/staff/change-record.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { type Effect, effectOfBranch, effectOfSetting } from './effects.ts'
import { servicesOf } from './outside-services.ts'
import { keysOfParts, type SettingPart, settingParts } from './parts.ts'
import { hoursByDay, hoursBySpan } from './week.ts'

/** A form as it is opened: what is stored, in which version, and what that does. */
export type OpenForm = { key: string; value: unknown; version: number; effect: Effect | null }

/** Entries of a history that are shown. */
const historyShown = 40

function partOf(name: string | undefined): SettingPart {
  const part = settingParts.find((known) => known === name)
  if (!part) throw new Response(null, { status: 404 })
  return part
}

async function formOf<Key extends SettingKey>(
  { app: { db }, now }: OfficeRequest,
  settings: Settings,
  key: Key,
): Promise<OpenForm> {
  const value = settings[key] as Setting<Key>
  return {
    key,
    value,
    version: await versionOf(db, { subject: 'setting', id: key }),
    effect: effectOfSetting(key, value, now),
  }
}

const shownHistory = (changes: readonly SettingChange[]) =>
  changes.map(({ at, subject, ...change }) => ({ ...change, at: at.toISOString(), about: subject.id }))

/** Branches as forms hold them: hours with an entry for each day. */
const branchInForm = (branch: Branch): Branch => ({ ...branch, hours: hoursByDay(branch.hours) })

export const settingsScreens = {
  settings: screen({
    permission: 'settings.see',
    load: async ({ app, now }) => {
      const settings = await readSettings(app.db)
      const changes = await settingHistory(
        app.db,
        [
          { subject: 'setting', id: '' },
          { subject: 'branch', id: '' },
        ],
        { limit: 12 },
      )
      const services = servicesOf(app.env)
      return {
        vacation: effectOfSetting('vacation', settings.vacation, now),
        sell: settings.sell.active,
        branches: settings.branches.map(({ id, name }) => ({ id, name })),
        zones: settings.shipping.zones.length,
        bank: settings.bank.bank,
        /** Still as an empty shop begins. */
        placeholders: settings.company.name.startsWith('['),
        bankMissing: settings.bank.bank.startsWith('['),
        services: services.filter(({ isSet }) => isSet).length,
        servicesOf: services.length,
        notices: settings.notices.guarantee,
        history: shownHistory(changes),
        former: (await formerSettingActs(app.db, { limit: 12 })).map(({ at, ...act }) => ({
          ...act,
          at: at.toISOString(),
        })),
      }
    },
  }),
  'settings-part': screen({
    permission: 'settings.see',
    load: async (request, { params }) => {
      const { app } = request
      const part = partOf(params.part)
      const settings = await readSettings(app.db)
      const keys: readonly SettingKey[] = keysOfParts[part]
      const subjects: Subject[] =
        part === 'branches'
          ? [{ subject: 'branch', id: '' }]
          : keys.map((key) => ({ subject: 'setting', id: key }))
      return {
        part,
        forms: await Promise.all(keys.map((key) => formOf(request, settings, key))),
        branches: settings.branches.map(({ id, name, city, street }) => ({ id, name, city, street })),
        notices: part === 'notices' ? await noticePictures(request, settings) : [],
        services: part === 'keys' ? servicesOf(app.env) : [],
        history:
          subjects.length === 0
            ? []
            : shownHistory(await settingHistory(app.db, subjects, { limit: historyShown })),
      }
    },
  }),
  'settings-branch': screen({
    permission: 'settings.see',
    load: async ({ app: { db }, now }, { params }) => {
      const settings = await readSettings(db)
      const branch = settings.branches.find(({ id }) => id === params.branch)
      if (!branch) throw new Response(null, { status: 404 })
      const subject = { subject: 'branch', id: branch.id } as const
      return {
        form: {
          key: 'branch',
          value: branchInForm(branch),
          version: await versionOf(db, subject),
          effect: effectOfBranch(branch, settings, now),
        } satisfies OpenForm,
        use: await branchUse(db, branch.id),
        history: shownHistory(await settingHistory(db, [subject], { limit: historyShown })),
      }
    },
  }),
} as const

async function noticePictures({ app }: OfficeRequest, { notices }: Settings) {
  const pictures = (['de', 'en'] as const).map(async (locale) => {
    const name = notices.guarantee[locale]
    const asset = name === null ? null : await findAsset(app.files, app.shippedAssets, name)
    return { locale, name, width: asset?.photo.width ?? null, height: asset?.photo.height ?? null }
  })
  return Promise.all(pictures)
}

const version = z.number().int().min(0)
const branchId = z.string().min(1).max(100)
const openToOthers: readonly SettingKey[] = ['vacation']
const keptForOwners = settingKeys.filter((key) => !openToOthers.includes(key))

/** Bytes of a notice's picture. */
const longestNotice = 25_000_000

export const settingsActions = {
  'settings.save': action({
    permission: 'settings.change',
    input: z.object({ key: z.enum(keptForOwners), value: z.unknown(), version }),
    run: async ({ app, member }, { key, ...given }) =>
      changeSetting(app.db, member, key, { value: given.value, version: given.version }),
  }),
  'settings.save-vacation': action({
    permission: 'settings.change-opening',
    input: z.object({ value: z.unknown(), version }),
    run: async ({ app, member }, given) =>
      changeSetting(app.db, member, 'vacation', { value: given.value, version: given.version }),
  }),
  /** What a form would do if it were saved now; nothing is changed. */
  'settings.preview': action({
    permission: 'settings.see',
    input: z.object({ key: z.enum([...settingKeys, 'branch']), value: z.unknown() }),
    run: async ({ app, now }, { key, value }) => {
      if (key === 'branch') {
        const checked = checkBranch(value)
        const settings = await readSettings(app.db)
        if (!checked.ok) {
          const fitting = branchThatFits(value, settings)
          const effect = fitting && effectOfBranch(fitting, settings, now)
          return { ok: true as const, faults: checked.faults, effect }
        }
        const effect = effectOfBranch(checked.value, settings, now)
        return { ok: true as const, faults: {}, effect }
      }
      const checked = checkSetting(key, value)
      return checked.ok
        ? { ok: true as const, faults: {}, effect: effectOfSetting(key, checked.value, now) }
        : { ok: true as const, faults: checked.faults, effect: null }
    },
  }),
  'settings.save-branch': action({
    permission: 'settings.change',
    input: z.object({ value: z.looseObject({ id: branchId, hours: z.array(z.unknown()) }), version }),
    run: async ({ app, member }, given) =>
      inForm(await changeBranch(app.db, member, { ...given, value: stored(given.value) })),
  }),
  'settings.save-opening': action({
    permission: 'settings.change-opening',
    input: z.object({
      id: branchId,
      hours: z.array(z.unknown()),
      holidays: z.array(z.unknown()).max(400),
      version,
    }),
    run: async ({ app, member }, given) => inForm(await changeOpening(app.db, member, stored(given))),
  }),
  'settings.add-branch': action({
    permission: 'settings.change',
    input: z.object({ value: z.looseObject({}) }),
    run: async ({ app, member }, { value }) => addBranch(app.db, member, value),
  }),
  'settings.order-branches': action({
    permission: 'settings.change',
    /** `from`: the order that was seen. */
    input: z.object({ ids: z.array(branchId).max(200), from: z.array(branchId).max(200) }),
    run: async ({ app, member }, orders) => orderBranches(app.db, member, orders),
  }),
  'settings.remove-branch': action({
    permission: 'settings.change',
    input: z.object({ id: branchId, version }),
    run: async ({ app, member }, given) => removeBranch(app.db, member, given),
  }),
  /** The official notice of a language as a picture; it is drawn anew on the way in, like every upload. */
  'settings.put-notice': action({
    permission: 'settings.change',
    input: z.object({ locale: z.enum(['de', 'en']), version: z.coerce.number().int().min(0) }),
    run: async ({ app, member, request }, { locale, version: began }) => {
      const bytes = await readBytesAtMost(request, longestNotice)
      if (bytes === null) return { ok: false as const, reason: 'too-large' as const }
      const asset = await storeAsset(app.files, 'notices', `guarantee-${locale}.jpg`, bytes)
      if (!asset.ok) return { ok: false as const, reason: asset.reason }
      const { notices } = await readSettings(app.db)
      const guarantee = { ...notices.guarantee, [locale]: asset.asset.name }
      const changed = await changeSetting(app.db, member, 'notices', {
        value: { ...notices, guarantee },
        version: began,
      })
      if (changed.ok) await wantVariants(app.db, [asset.asset.name])
      return changed
    },
  }),
} as const

/** What fits of a branch's hours, so that a row that is just begun does not keep back the others; null: nothing can be told. */
function branchThatFits(value: unknown, { branches }: Settings): Branch | null {
  const given = value as Partial<Branch> | null
  const known = branches.find(({ id }) => id === given?.id)
  if (!known) return null
  let rows = { hours: given?.hours as unknown, holidays: given?.holidays as unknown }
  // How rows go together is judged only once each is whole, so that faults come in turns.
  for (let turn = 0; turn < 3; turn += 1) {
    const checked = checkOpening({ ...known, ...rows })
    if (checked.ok) return checked.value
    const { faults } = checked
    rows = {
      hours: rowsWithout(faults, 'hours', rows.hours),
      holidays: rowsWithout(faults, 'holidays', rows.holidays),
    }
  }
  return null
}

function rowsWithout(faults: Faults, list: string, rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows
  return rows.filter((_, row) => !Object.keys(faults).some((at) => `${at}.`.startsWith(`${list}.${row}.`)))
}

/**
 * Hours as they are stored. One that does not fit stays as it was given, so that its fault stands at its own place.
 */
function stored<Given extends { hours: unknown[] }>(given: Given): Given {
  const hours = given.hours as Branch['hours']
  const fits = hours.every((each) => each && each.opens < each.closes && Array.isArray(each.days))
  return fits ? { ...given, hours: hoursBySpan(hours) } : given
}

function inForm<Answer extends { ok: boolean }>(answer: Answer): Answer {
  const { value, theirs } = answer as { value?: Branch; theirs?: Branch }
  return {
    ...answer,
    ...(value && { value: branchInForm(value) }),
    ...(theirs && { theirs: branchInForm(theirs) }),
  }
}
