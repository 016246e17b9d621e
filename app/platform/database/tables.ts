// Generated from the migrated database by `npm run tables`; not edited by hand.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Exact decimals come as text. */
type Numeric = ColumnType<string, string | number, string | number>

/** Read parsed, to be checked by a schema; written as JSON.stringify(value): an array would become an SQL array. */
type Json = ColumnType<unknown, string, string>

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** Only the database writes it. */
type Always<T> = T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>

export type DB = {
  branch: {
    id: string
    position: Generated<number>
    name: string
    street: string
    postal_code: string
    city: string
    country: Generated<string>
    latitude: Numeric | null
    longitude: Numeric | null
    phone: string
    email: string
    hours: Json
    holidays: Generated<Json>
    directions: Generated<Json>
  }
  brand: {
    id: Always<number>
    slug: string
    name: string
  }
  catalogue_change: {
    product_id: string | null
    transaction: Generated<unknown>
    at: Generated<Timestamp>
  }
  content_space: {
    id: number
    name: string
    cv: number
    only_one: Generated<boolean>
  }
  model: {
    id: Always<number>
    brand_id: number
    slug: string
    name: string
  }
  photo: {
    product_id: string
    id: string
    position: number
    role: Generated<'piece' | 'detail' | 'flaw' | 'scope' | 'worn'>
    alt: Json
    width: number
    height: number
    placeholder: string
    bytes: number
    created_at: Generated<Timestamp>
  }
  price_history: {
    product_id: string
    since: Timestamp
    price_cents: number
  }
  product: {
    id: string
    kind: 'watch' | 'jewellery' | 'bullion'
    status: Generated<'draft' | 'intake' | 'preparing' | 'listed' | 'reserved' | 'sold' | 'returned' | 'withdrawn' | 'melted'>
    brand_id: number | null
    model_id: number | null
    reference_id: number | null
    name: Json
    slug_de: string
    slug_en: string
    description: Json | null
    price_cents: number | null
    price_since: Timestamp | null
    tax_mode: 'margin_25a' | 'standard_19' | 'investment_gold_25c'
    year_from: number | null
    year_to: number | null
    year_circa: Generated<boolean>
    condition: 'new' | 'very-good' | 'good' | 'fair' | 'incomplete' | null
    condition_notes: Json | null
    scope: 'full-set' | 'box' | 'papers' | 'none' | null
    scope_notes: Json | null
    weight_grams: Numeric | null
    gender: 'ladies' | 'gents' | 'unisex' | null
    branch_id: string | null
    movement: 'automatic' | 'manual' | 'quartz' | null
    calibre: string | null
    diameter_mm: Numeric | null
    height_mm: Numeric | null
    thickness_mm: Numeric | null
    case_material: 'steel' | 'steel-gold' | 'yellow-gold' | 'white-gold' | 'rose-gold' | 'platinum' | 'titanium' | 'ceramic' | 'silver' | 'bronze' | 'carbon' | 'gold-plated' | null
    crystal: Json | null
    dial: 'black' | 'white' | 'silver' | 'grey' | 'blue' | 'green' | 'champagne' | 'ivory' | 'mother-of-pearl' | 'salmon' | 'burgundy' | 'brown' | 'red' | 'pink' | 'yellow' | 'orange' | 'turquoise' | 'skeleton' | null
    bracelet: 'steel' | 'steel-gold' | 'gold' | 'platinum' | 'titanium' | 'ceramic' | 'leather' | 'rubber' | 'textile' | null
    max_wrist_mm: number | null
    clasp: Json | null
    bezel: Json | null
    complications: Generated<string[]>
    rate_seconds: Numeric | null
    serviced_on: string | null
    serviced_by: Json | null
    water_resistance_bar: number | null
    water_tested_on: string | null
    polished: boolean | null
    replaced_parts: Json | null
    serial_masked: string | null
    jewellery_type: 'rings' | 'earrings' | 'necklaces' | 'bracelets' | 'pendants' | 'brooches' | null
    ring_size_mm: Numeric | null
    resizable_up_mm: number | null
    resizable_down_mm: number | null
    length_mm: Numeric | null
    width_mm: Numeric | null
    era: 'victorian' | 'art-nouveau' | 'art-deco' | 'retro' | 'modern' | null
    report_lab: string | null
    report_number: string | null
    hallmarks: Generated<string[]>
    metal: 'yellow-gold' | 'white-gold' | 'rose-gold' | 'two-tone-gold' | 'fine-gold' | 'platinum' | 'palladium' | 'silver' | 'titanium' | 'steel' | null
    fineness: Numeric | null
    fine_grams: Numeric | null
    coin: Json | null
    manufacturer_name: string | null
    manufacturer_postal: string | null
    manufacturer_electronic: string | null
    eu_responsible_name: string | null
    eu_responsible_postal: string | null
    eu_responsible_electronic: string | null
    safety_warnings: Json | null
    cites_species: string | null
    cites_annex: 'A' | 'B' | 'C' | 'D' | null
    cites_proof: string | null
    listed_at: Timestamp | null
    sold_at: Timestamp | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  product_document: {
    id: Always<number>
    product_id: string
    kind: 'report' | 'papers' | 'invoice' | 'service' | 'appraisal' | 'cites' | 'other'
    title: Json
    issued_by: string | null
    number: string | null
    issued_on: string | null
    public: Generated<boolean>
    file_hash: string | null
  }
  product_staff: {
    product_id: string
    serial_encrypted: Buffer | null
    serial_hash: Buffer | null
    cost_cents: number | null
    acquired_on: string | null
    ledger_number: number | null
    note: string | null
  }
  product_status_change: {
    id: Always<number>
    product_id: string
    event: string
    from_status: string
    to_status: string
    at: Generated<Timestamp>
  }
  product_step: {
    from_status: string
    event: string
    to_status: string
  }
  reference: {
    id: Always<number>
    brand_id: number
    model_id: number | null
    slug: string
    number: string
  }
  setting: {
    key: string
    value: Json
    changed_at: Generated<Timestamp>
  }
  slug_history: {
    product_id: string
    locale: 'de' | 'en'
    slug: string
    until: Generated<Timestamp>
  }
  stone: {
    product_id: string
    position: number
    stone: 'diamond' | 'ruby' | 'sapphire' | 'emerald' | 'pearl' | 'alexandrite' | 'amber' | 'amethyst' | 'aquamarine' | 'chalcedony' | 'citrine' | 'coral' | 'cubic-zirconia' | 'garnet' | 'jade' | 'lapis-lazuli' | 'moonstone' | 'onyx' | 'opal' | 'peridot' | 'quartz' | 'spinel' | 'tanzanite' | 'topaz' | 'tourmaline' | 'turquoise' | 'zircon'
    count: number | null
    carat: Numeric | null
    cut: 'round-brilliant' | 'old-cut' | 'single-cut' | 'rose-cut' | 'emerald-cut' | 'asscher' | 'baguette' | 'briolette' | 'cabochon' | 'carre' | 'cushion' | 'heart' | 'marquise' | 'oval' | 'pear' | 'princess' | 'radiant' | 'round' | 'step-cut' | 'trillion' | null
    colour: string | null
    clarity: string | null
    setting: Json | null
    treatment: Json | null
    laboratory_grown: Generated<boolean>
    estimated: Generated<boolean>
  }
  story: {
    id: Generated<number>
    uuid: string
    parent_id: number | null
    name: string
    full_slug: string
    position: Generated<number>
    is_startpage: Generated<boolean>
    tag_list: Generated<string[]>
    sort_by_date: string | null
    draft_content: Json
    published_content: Json | null
    published_at: Timestamp | null
    first_published_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  story_copy: {
    source: string
    key: string
    cv: number | null
    body: Json
    kept_at: Timestamp
  }
  story_slug: {
    story_id: number
    lang: string
    path: string
    name: string | null
  }
  story_version: {
    id: Generated<number>
    story_id: number | null
    story_uuid: string
    full_slug: string
    name: string
    content: Json
    published_by: string | null
    published_at: Timestamp
  }
  theft_check: {
    id: Always<number>
    product_id: string
    checked_on: string
    register: string
    result: 'clear' | 'hit' | 'unclear'
    note: string | null
  }
}
