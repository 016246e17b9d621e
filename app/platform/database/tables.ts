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
  absence: {
    id: Always<number>
    branch_id: string | null
    staff_id: number | null
    starts_at: Timestamp
    ends_at: Timestamp
    reason: Generated<string>
    made_at: Generated<Timestamp>
    ended_at: Timestamp | null
  }
  alert_asked: {
    address_key: string
    asked_at: Timestamp
  }
  answer_template: {
    id: Always<number>
    name: string
    subject: Json
    text: Json
    retired_at: Timestamp | null
  }
  appointment: {
    id: Always<number>
    request_id: number | null
    branch_id: string
    starts_at: Timestamp
    ends_at: Timestamp
    seat: number
    made_at: Generated<Timestamp>
    cancelled_at: Timestamp | null
    kind: Generated<'selling' | 'viewing' | 'other'>
    piece_id: string | null
    staff_id: number | null
    uid: Generated<string>
    sequence: Generated<number>
    token: string | null
    locale: Generated<'de' | 'en'>
    name: string | null
    email: string | null
    phone: string | null
    about: string | null
    note: string | null
    forced_because: string | null
    moved_at: Timestamp | null
    reminded_at: Timestamp | null
    came_at: Timestamp | null
    missed_at: Timestamp | null
    cancelled_by: 'customer' | 'staff' | null
    cancel_reason: string | null
    forgotten_at: Timestamp | null
    more_pieces: Generated<string[]>
    by_video: Generated<boolean>
    video_link: string | null
  }
  bank_booking: {
    id: Always<number>
    line_id: number
    kind: 'payment' | 'refund' | 'counted' | 'payout'
    money_id: number | null
    purchase_id: number | null
    at: Generated<Timestamp>
    staff_id: Generated<number | null>
    by_name: string
    undone_at: Timestamp | null
    undone_by: string | null
  }
  bank_line: {
    id: Always<number>
    account: string
    statement_id: number
    position: number
    booked_on: string
    value_on: string | null
    amount_cents: number
    name: string
    iban: string | null
    purpose: string
    end_to_end: string | null
    reversal: Generated<boolean>
    bank_reference: string | null
    key: string
    aside_reason: string | null
    aside_at: Timestamp | null
    aside_by: string | null
  }
  bank_statement: {
    id: Always<number>
    account: string
    format: 'camt' | 'csv'
    file_name: string
    number: string | null
    from_day: string
    to_day: string
    opening_cents: number | null
    closing_cents: number | null
    balances: boolean | null
    new_lines: number
    known_lines: number
    read_at: Generated<Timestamp>
    staff_id: Generated<number | null>
  }
  bank_statement_line: {
    statement_id: number
    position: number
    line_id: number
  }
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
  bulk_change: {
    id: Always<number>
    key: string
    staff_id: number
    change: Json
    made_at: Generated<Timestamp>
    undone_at: Timestamp | null
    undone_by: number | null
  }
  bulk_change_item: {
    bulk_change_id: number
    product_id: string
    before: Json
    after: Json
    undone: 'done' | 'left' | null
  }
  calendar_feed: {
    token_hash: Buffer
    staff_id: number
    made_at: Generated<Timestamp>
    ended_at: Timestamp | null
  }
  catalogue_change: {
    product_id: string | null
    transaction: Generated<unknown>
    at: Generated<Timestamp>
  }
  change_record: {
    id: Always<number>
    at: Generated<Timestamp>
    staff_id: number | null
    actor: string | null
    subject: string
    subject_id: string
    part: string
    part_id: string | null
    operation: 'insert' | 'update' | 'delete'
    before: Json | null
    after: Json | null
  }
  claim: {
    product_id: string
    holder: string | null
    held_since: Timestamp | null
    held_until: Timestamp | null
    order_id: number | null
    last_client: string | null
    last_since: Timestamp | null
    last_until: Timestamp | null
  }
  client_file: {
    path: string
    bytes: Buffer
    seen_at: Generated<Timestamp>
  }
  compliance_note: {
    id: Always<number>
    request_id: number
    event: 'hold' | 'note' | 'reopen' | 'resume' | 'turn-down' | 'surrender'
    text: string
    suspected_on: string | null
    reported_on: string | null
    report_reference: string | null
    held_until: string | null
    author: string
    at: Generated<Timestamp>
    erased_at: Timestamp | null
  }
  contact_message: {
    id: Always<number>
    received_at: Generated<Timestamp>
    locale: 'de' | 'en'
    name: string
    email: string | null
    phone: string | null
    subject: 'question' | 'piece' | 'selling' | 'appointment' | 'order'
    message: string
    piece: string | null
    submission: string
    answered_at: Timestamp | null
    state: Generated<'open' | 'waiting' | 'answered' | 'closed' | 'spam'>
    assignee_id: number | null
    source: Generated<'form' | 'mail' | 'phone' | 'counter'>
    entered_by: number | null
  }
  content_space: {
    id: number
    name: string
    cv: number
    only_one: Generated<boolean>
  }
  counter: {
    series: string
    value: number
  }
  counter_sale: {
    order_id: number
    branch_id: string
    sold_at: Generated<Timestamp>
    sold_on: string
    sold_by: string
    means: 'cash' | 'card' | 'bank-transfer'
    reference: string
    total_cents: number
    metal_cents: number
    identification_id: number | null
  }
  enquiry_draft: {
    message_id: number
    staff_id: number
    locale: 'de' | 'en'
    subject: string
    text: string
    changed_at: Generated<Timestamp>
  }
  enquiry_entry: {
    id: Always<number>
    message_id: number
    at: Generated<Timestamp>
    kind: 'answer' | 'reply' | 'note'
    staff_id: number
    locale: 'de' | 'en' | null
    subject: string | null
    text: string
  }
  erased_files: {
    folder: string
    noted_at: Generated<Timestamp>
    tried_at: Timestamp | null
  }
  erasure: {
    id: Always<number>
    person_id: number
    asked_on: string
    done_at: Generated<Timestamp>
    staff_id: number
  }
  erasure_item: {
    id: Always<number>
    erasure_id: number
    kind: string
    ref: number
    part: string
    duty: string | null
    keep_until: string | null
    erased_at: Timestamp | null
  }
  export_proof: {
    id: Always<number>
    order_id: number
    document: string
    file_name: string
    content: Buffer
    sha256: string
    by: string
    at: Generated<Timestamp>
  }
  identification: {
    id: Always<number>
    request_id: number | null
    level: 'basic' | 'complete'
    sealed: Buffer | null
    person_hash: Buffer | null
    document_hash: Buffer | null
    document_kind: 'id-card' | 'passport' | 'residence-permit'
    document_masked: string
    checked_by: string
    checked_at: Generated<Timestamp>
    erased_at: Timestamp | null
    order_id: number | null
    address_hash: Buffer | null
    taken_from: number | null
    seen_at: Timestamp | null
    seen_by: string | null
  }
  insight_day: {
    day: string
    name: string
    kind: 'total' | 'path' | 'query' | 'no result' | 'referrer'
    value: string
    events: number
    visitors: number
  }
  insight_event: {
    id: Always<number>
    at: Timestamp
    name: string
    path: string
    referrer: string | null
    props: Generated<Json>
    visitor: Buffer
  }
  insight_month: {
    month: string
    name: string
    kind: 'total' | 'path' | 'query' | 'no result' | 'referrer'
    value: string
    events: number
    visitors: number
  }
  insight_salt: {
    day: string
    salt: Buffer
  }
  invoice: {
    id: Always<number>
    number: string
    order_id: number
    kind: 'invoice' | 'cancellation'
    cancels: number | null
    issued_at: Generated<Timestamp>
    content: Json
    whole: Generated<boolean>
  }
  job: {
    name: string
    holder: string | null
    leased_until: Timestamp | null
    seen: string | null
    seen_at: Timestamp | null
  }
  label_file: {
    id: Always<number>
    request_id: number | null
    order_id: number | null
    kind: 'pdf' | 'png'
    content: Buffer
    at: Generated<Timestamp>
  }
  ledger: {
    number: number
    purchase_id: number | null
    position: number | null
    acquired_on: string | null
    title: string
    kind: 'watch' | 'jewellery' | 'bullion' | 'scrap'
    purchase_cents: number | null
    product_id: string | null
    entered_at: Generated<Timestamp | null>
    booked_on: Generated<string>
    cost_booked_on: string | null
  }
  ledger_checked: {
    id: Generated<number>
    checked_at: Timestamp
    marks: string
    found: Json
  }
  ledger_closing: {
    month: string
    from_day: string | null
    pieces: number
    purchase_cents: number
    exits: number
    proceeds_cents: number
    margin_cents: number
    tax_cents: number
    destination_net_cents: number
    destination_tax_cents: number
    content_rfc: string
    content_german: string
    digest: string
    closed_by: string
    closed_at: Generated<Timestamp>
  }
  ledger_entry: {
    number: number
    product_id: string | null
    title: string
    receipt: string | null
    branch_id: string | null
    tax_mode: string | null
    booked_on: string
    cost_booked_on: string | null
    purchase_cents: number | null
    known_purchase_cents: number | null
    exits: number
    sales: number
    melts: number
    is_open: boolean
    gone_by: number | null
    words: string
    last_out_on: string | null
    proceeds_cents: Generated<number>
    tax_cents: Generated<number>
    exit_id: number | null
    exit_kind: string | null
    exit_booked_on: string | null
    exit_tax_mode: string | null
    exit_purchase_cents: number | null
    exit_margin_cents: number | null
    exit_tax_cents: number | null
    exit_destination_net_cents: number | null
    exit_destination_tax_cents: number | null
  }
  ledger_exit: {
    id: Always<number>
    ledger_number: number
    kind: 'sale' | 'return' | 'melt' | 'cancelled' | 'correction'
    on_day: string
    order_id: number | null
    document: string | null
    tax_mode: 'margin_25a' | 'standard_19' | 'investment_gold_25c' | null
    proceeds_cents: number
    margin_cents: number | null
    tax_cents: number
    recorded_at: Generated<Timestamp>
    tax_rule: 'gold' | 'margin-export' | 'margin' | 'export' | 'intra-community' | 'destination' | 'domestic' | null
    tax_country: string | null
    tax_per_mille: number | null
    destination_net_cents: Generated<number>
    destination_tax_cents: Generated<number>
    purchase_cents: number | null
    by: string | null
    booked_on: Generated<string>
  }
  ledger_review: {
    order_id: number
    at: Generated<Timestamp>
  }
  mail_file: {
    mail_id: number
    position: number
    filename: string
    content_type: string
    content: Buffer
  }
  mail_outbox: {
    id: Always<number>
    reason: string
    kind: string
    locale: 'de' | 'en'
    recipient: string | null
    payload: Generated<Json>
    message_key: Generated<string>
    created_at: Generated<Timestamp>
    attempts: Generated<number>
    next_try_at: Generated<Timestamp>
    leased_until: Timestamp | null
    last_error: string | null
    sent_at: Timestamp | null
    given_up_at: Timestamp | null
    subject: string | null
    html: string | null
    plain: string | null
    attachments: Generated<string[]>
    cause: string | null
    withdrawn_at: Timestamp | null
    care: 'stranger' | 'customer' | 'order' | 'staff' | null
    client: string | null
    admitted_at: Timestamp | null
    erased_at: Timestamp | null
    headers: Generated<Json>
  }
  mail_words: {
    mail_id: number
    kind: string
    words: string
    recipient: string
  }
  melt_lot: {
    id: Always<number>
    number: string
    refiner: string
    note: Generated<string>
    opened_on: string
    status: Generated<'open' | 'sent' | 'settled' | 'cancelled'>
    version: Generated<number>
    sent_on: string | null
    settled_on: string | null
    document: string | null
    fees_cents: number | null
    amount_cents: number | null
    file_hash: string | null
    file_name: string | null
  }
  melt_lot_event: {
    id: Always<number>
    lot_id: number
    event: 'open' | 'add' | 'change' | 'take-out' | 'send' | 'settle' | 'cancel' | 'attach'
    about: string | null
    by: string
    at: Generated<Timestamp>
  }
  melt_lot_line: {
    lot_id: number
    ledger_number: number
    metal: 'gold' | 'silver' | 'platinum' | 'palladium'
    weight: number
    fineness: number
    fine: number
    expected_cents: number | null
    share_cents: number | null
  }
  melt_return: {
    lot_id: number
    metal: 'gold' | 'silver' | 'platinum' | 'palladium'
    fine: number
    value_cents: number
  }
  metal_price: {
    id: Always<number>
    metal: 'gold' | 'silver' | 'platinum' | 'palladium'
    cents_per_ounce: number
    at: Timestamp
    source: string
    entered_by: string | null
    recorded_at: Generated<Timestamp>
    confirmed: Generated<boolean>
    staff_id: Generated<number | null>
  }
  metal_price_waiting: {
    id: Always<number>
    metal: 'gold' | 'silver' | 'platinum' | 'palladium'
    cents_per_ounce: number
    at: Timestamp
    source: string
    read_at: Timestamp
    settled: 'agreed' | 'accepted' | 'refused' | 'overtaken' | null
    settled_at: Timestamp | null
    settled_by: string | null
    settled_staff_id: number | null
  }
  model: {
    id: Always<number>
    brand_id: number
    slug: string
    name: string
  }
  money: {
    id: Always<number>
    order_id: number
    direction: 'in' | 'out'
    channel: 'bank-transfer' | 'in-branch' | 'online' | 'cash' | 'card'
    reference: string
    amount_cents: number
    at: Generated<Timestamp>
    recorded_at: Generated<Timestamp>
    actor: 'staff' | 'buyer' | 'shop' | 'provider' | null
    actor_name: string | null
    corrects: number | null
    corrected_at: Timestamp | null
    reason: string | null
    branch_id: string | null
  }
  online_payment: {
    order_id: number
    session_id: string | null
    url: string | null
    session_expires_at: Timestamp
    pending: Generated<boolean>
    closed: Generated<boolean>
    look_at: Generated<Timestamp>
    looks: Generated<number>
  }
  open_thing: {
    thing: string
    staff_id: number
    last_seen_at: Generated<Timestamp>
  }
  order_consent: {
    order_id: number
    product_id: string
    kind: 'one-year-liability' | 'known-defect'
    text: Json
    version: string
    given_at: Generated<Timestamp>
  }
  order_entry: {
    id: Always<number>
    order_id: number
    kind: string
    actor: 'staff' | 'buyer' | 'shop' | 'provider'
    actor_name: string | null
    reason: string | null
    detail: Generated<Json>
    at: Generated<Timestamp>
  }
  order_line: {
    order_id: number
    position: number
    product_id: string
    price_cents: number
    tax_mode: 'margin_25a' | 'standard_19' | 'investment_gold_25c'
    piece: Json
    released_at: Timestamp | null
    withdrawn_at: Timestamp | null
    refunded_cents: Generated<number>
    live_order_id: Always<number | null>
    listed_cents: number
    tax_rule: 'gold' | 'margin-export' | 'margin' | 'export' | 'intra-community' | 'destination' | 'domestic'
    tax_country: string
    tax_per_mille: number
    vat_cents: number
  }
  order_note: {
    id: Always<number>
    order_id: number
    text: string
    staff_id: number
    by: string
    at: Generated<Timestamp>
  }
  order_status_change: {
    id: Always<number>
    order_id: number
    event: string
    from_status: string
    to_status: string
    at: Generated<Timestamp>
    actor: 'staff' | 'buyer' | 'shop' | 'provider' | null
    actor_name: string | null
  }
  order_step: {
    from_status: string
    event: string
    to_status: string
  }
  payout_rate: {
    id: Always<number>
    name: 'gold-scrap' | 'gold-bullion' | 'silver' | 'platinum' | 'palladium'
    per_mille: number
    valid_from: Timestamp
    entered_by: string
    recorded_at: Generated<Timestamp>
    confirmed: Generated<boolean>
  }
  person: {
    id: Always<number>
    created_at: Generated<Timestamp>
    note: Generated<string>
    forgotten_at: Timestamp | null
  }
  person_entry: {
    kind: string
    ref: number
    number: string
    name: string | null
    email: string | null
    phone: string | null
    address: string | null
    at: Timestamp
    said: string
    mail: string | null
    phone_digits: string | null
    person_id: number | null
  }
  person_link: {
    person_id: number
    kind: string
    ref: number
    joined_at: Generated<Timestamp>
    staff_id: number
  }
  person_record: {
    kind: string | null
    ref: number | null
    number: string | null
    name: string | null
    email: string | null
    phone: string | null
    address: string | null
    state: string | null
    at: Timestamp | null
    locale: string | null
    said: string | null
    mail: string | null
    phone_digits: string | null
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
    original: string | null
    quarter_turns: Generated<number>
    straightened: Generated<number>
    focus_x: number | null
    focus_y: number | null
    shot: string | null
    described: Generated<boolean>
  }
  photo_flaw: {
    id: Always<number>
    product_id: string
    photo_id: string
    number: number
    x: number
    y: number
    text: Json
    check_place: Generated<boolean>
  }
  photo_link: {
    token_hash: Buffer
    product_id: string
    staff_id: number
    created_at: Generated<Timestamp>
    expires_at: Timestamp
    ended_at: Timestamp | null
  }
  picture_variants: {
    picture: string
    front: Generated<boolean>
    at: Generated<Timestamp>
    stage: Generated<number>
    made_with: string | null
  }
  piece_cost: {
    id: Always<number>
    product_id: string
    on_day: string
    kind: 'workshop' | 'certificate' | 'shipping' | 'photos' | 'other'
    net_cents: number
    vat_cents: number
    gross_cents: Always<number>
    supplier: Generated<string>
    receipt: Generated<string>
    note: Generated<string>
    cancels: number | null
    entered_by: string
    entered_at: Generated<Timestamp>
  }
  piece_draft: {
    staff_id: number
    product_id: string
    version: number
    changes: Json
    saved_at: Generated<Timestamp>
    revision: Generated<string>
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
    lug_width_mm: number | null
    country_of_origin: 'switzerland' | 'germany' | 'austria' | 'france' | 'italy' | 'united-kingdom' | 'denmark' | 'usa' | 'japan' | 'south-africa' | null
  }
  product_defect: {
    product_id: string
    text: Json
    changed_at: Generated<Timestamp>
    overrides: Generated<string[]>
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
    own_number: string | null
  }
  product_status_change: {
    id: Always<number>
    product_id: string
    event: string
    from_status: string
    to_status: string
    at: Generated<Timestamp>
    actor: string | null
  }
  product_step: {
    from_status: string
    event: string
    to_status: string
  }
  purchase: {
    id: Always<number>
    request_id: number
    number: string
    identification_id: number
    offer_id: number
    branch_id: string
    paid_at: Generated<Timestamp>
    paid_by: string
    means: 'cash' | 'transfer'
    reference: string
    total_cents: number
    metal_cents: number
    content: Json
    seller_sealed: Buffer | null
    seller_erased_at: Timestamp | null
    cancelled_at: Timestamp | null
  }
  purchase_cancellation: {
    id: Always<number>
    purchase_id: number
    number: string
    cancelled_at: Generated<Timestamp>
    cancelled_by: string
    reason: string
  }
  purchase_receipt: {
    id: Always<number>
    request_id: number
    number: string
    identification_id: number
    offer_id: number
    branch_id: string
    made_at: Generated<Timestamp>
    made_by: string
    means: 'cash' | 'transfer'
    total_cents: number
    metal_cents: number
    content: Json
    seller_sealed: Buffer | null
    seller_erased_at: Timestamp | null
    paid_at: Timestamp | null
    ended_at: Timestamp | null
    ended_by: string | null
    ended_cause: string | null
    ended_note: string | null
    end_number: string | null
    signed_at: Timestamp | null
    signed_how: 'paper' | 'tablet' | null
    signed_before: string | null
  }
  rate_use: {
    key: string
    since: Timestamp
    used: Generated<number>
  }
  reference: {
    id: Always<number>
    brand_id: number
    model_id: number | null
    slug: string
    number: string
  }
  refund: {
    id: Always<number>
    order_id: number
    reason: 'conflict' | 'surplus' | 'cancellation' | 'withdrawal' | 'taken-back'
    channel: 'bank-transfer' | 'in-branch' | 'online' | 'cash' | 'card'
    payment_reference: string
    amount_cents: number
    due_at: Timestamp
    attempts: Generated<number>
    next_try_at: Generated<Timestamp>
    last_error: string | null
    sent_reference: string | null
    done_at: Timestamp | null
    withdrawn_at: Timestamp | null
    planned_at: Generated<Timestamp>
  }
  request_words: {
    request_id: number
    words: string
  }
  reservation: {
    id: Always<number>
    product_id: string
    branch_id: string
    name: string
    phone: string | null
    email: string | null
    note: Generated<string>
    locale: 'de' | 'en'
    until: Timestamp
    made_at: Generated<Timestamp>
    made_by: string
    ended_at: Timestamp | null
    outcome: 'released' | 'lapsed' | 'sold' | null
    ended_by: string | null
    order_id: number | null
    reminded_at: Timestamp | null
    forgotten_at: Timestamp | null
  }
  saved_view: {
    id: Always<number>
    staff_id: number
    name: string
    address: string
    shared: Generated<boolean>
    list: string
  }
  sealed_look: {
    id: Always<number>
    subject: 'identification' | 'seller' | 'serial' | 'piece-serial' | 'compliance'
    subject_id: string
    who: string
    why: string
    at: Generated<Timestamp>
  }
  search_column: {
    name: string
    reading: 'term' | 'name' | 'words' | 'figure' | 'whole'
    field: string | null
  }
  search_document: {
    product_id: string
    availability: number
    listed_at: Timestamp
    words: string
    price_cents: number
  }
  search_misspelling: {
    rest: string
    word: string
  }
  search_term: {
    field: string
    value: string
    number: Always<number>
    words: string[]
  }
  search_word: {
    word: string
    kind: number
    terms: Generated<string[]>
  }
  secret_fingerprint: {
    salt: Buffer
    hash: Buffer
    first_used_at: Generated<Timestamp>
  }
  sell_message: {
    id: Always<number>
    request_id: number
    sender: 'seller' | 'staff'
    author: string | null
    text: string
    submission: string | null
    at: Generated<Timestamp>
    offer_id: number | null
    amount_cents: number | null
  }
  sell_offer: {
    id: Always<number>
    request_id: number
    kind: 'estimate' | 'final'
    lines: Json
    from_cents: number
    to_cents: number
    prices: Json
    note: Generated<string>
    made_by: string
    made_at: Generated<Timestamp>
    valid_until: Timestamp
    answer: 'accepted' | 'declined' | 'lapsed' | 'replaced' | null
    answered_at: Timestamp | null
    note_en: Generated<string>
  }
  sell_offer_draft: {
    request_id: number
    content: Json
    version: Generated<number>
    saved_by: string
    saved_at: Generated<Timestamp>
  }
  sell_photo: {
    folder: string
    id: string
    position: number
    width: number
    height: number
    placeholder: string
    bytes: number
    added_at: Generated<Timestamp>
    thing: number | null
  }
  sell_photo_arrival: {
    id: Always<number>
    client: string | null
    bytes: number
    arriving: Generated<boolean>
    at: Generated<Timestamp>
  }
  sell_request: {
    id: Always<number>
    number: string
    token: string
    submission: string
    locale: 'de' | 'en'
    status: Generated<'submitted' | 'info_needed' | 'estimated' | 'accepted' | 'appointment' | 'label_sent' | 'received' | 'inspected' | 'final_offer' | 'agreed' | 'identified' | 'paid' | 'stocked' | 'declined' | 'returned' | 'expired' | 'cancelled' | 'compliance_hold'>
    step: Generated<number>
    step_event: string | null
    step_by: string | null
    step_note: string | null
    submitted_at: Generated<Timestamp>
    kind: 'gold' | 'jewellery' | 'watch'
    details: Json
    valuation: Json | null
    way: 'branch' | 'shipment'
    branch_id: string | null
    name: string | null
    email: string | null
    phone: string | null
    address: Json | null
    consent_version: string
    folder: string | null
    client: string | null
    lapses_at: Timestamp | null
    here_since: Timestamp | null
    label: Json | null
    parcel_in: Json | null
    parcel_out: Json | null
    inspection: Json | null
    forgotten_at: Timestamp | null
    entered_by: string | null
    trade_for: string | null
  }
  sell_serial: {
    request_id: number
    position: number
    encrypted: Buffer
    hash: Buffer
    masked: string
  }
  sell_status_change: {
    id: Always<number>
    request_id: number
    event: string
    from_status: string
    to_status: string
    actor: string
    note: string | null
    at: Generated<Timestamp>
  }
  sell_step: {
    from_status: string
    event: string
    to_status: string
    actor: 'seller' | 'staff' | 'shop'
  }
  sell_upload: {
    token: string
    folder: Generated<string>
    started_at: Generated<Timestamp>
    used_at: Generated<Timestamp>
  }
  setting: {
    key: string
    value: Json
    changed_at: Generated<Timestamp>
  }
  shop_order: {
    id: Always<number>
    number: string
    token: string
    submission: string
    locale: 'de' | 'en'
    status: Generated<'awaiting_payment' | 'paid' | 'preparing' | 'shipped' | 'delivered' | 'completed' | 'expired' | 'cancelled' | 'conflict_refunded' | 'withdrawal_requested' | 'return_received' | 'inspected' | 'refunded'>
    placed_at: Generated<Timestamp>
    accepted_at: Timestamp | null
    pay_by: Timestamp | null
    expires_at: Timestamp | null
    reminded_at: Timestamp | null
    email: string
    phone: string | null
    invoice_address: Json
    delivery: Json
    shipping: Json
    payment: 'bank-transfer' | 'in-branch' | 'online' | 'cash' | 'card'
    gift_wrap: Generated<boolean>
    note: Generated<string>
    goods_cents: number
    shipping_cents: number
    total_cents: number
    vat_cents: number
    tracking: Json | null
    client: string | null
    ready_at: Timestamp | null
    shipping_taxes: Generated<Json>
    distance_net_cents: Generated<number>
    vat_id: Json | null
    sale_channel: Generated<'online' | 'branch'>
    forgotten_at: Timestamp | null
    held_since: Timestamp | null
    search_text: Always<string | null>
  }
  slug_history: {
    product_id: string
    locale: 'de' | 'en'
    slug: string
    until: Generated<Timestamp>
  }
  staff_act: {
    id: Always<number>
    kind: string
    about: string
    by: string
    at: Generated<Timestamp>
  }
  staff_challenge: {
    challenge: string
    purpose: 'sign-in' | 'add' | 'prove'
    staff_id: number | null
    expires_at: Timestamp
  }
  staff_device: {
    id: Always<number>
    token_hash: Buffer
    staff_id: number
    created_at: Generated<Timestamp>
  }
  staff_guess: {
    id: Always<number>
    account: string
    at: Generated<Timestamp>
  }
  staff_link: {
    token_hash: Buffer
    staff_id: number
    purpose: 'set-up' | 'invitation' | 'reset'
    created_at: Generated<Timestamp>
    expires_at: Timestamp
    used_at: Timestamp | null
  }
  staff_member: {
    id: Always<number>
    name: string
    email: string
    role: 'owner' | 'sales' | 'buyer' | 'editor'
    locale: Generated<'de' | 'en'>
    password_hash: string | null
    created_at: Generated<Timestamp>
    disabled_at: Timestamp | null
    invited_at: Timestamp | null
  }
  staff_passkey: {
    id: Always<number>
    staff_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    transports: Generated<string[]>
    name: string
    created_at: Generated<Timestamp>
    last_used_at: Timestamp | null
  }
  staff_recovery_code: {
    staff_id: number
    code_hash: Buffer
    used_at: Timestamp | null
  }
  staff_session: {
    id: Always<number>
    token_hash: Buffer
    staff_id: number
    created_at: Generated<Timestamp>
    last_seen_at: Generated<Timestamp>
    proved_at: Generated<Timestamp>
    browser: string
    ended_at: Timestamp | null
    former_token_hash: Buffer | null
    rotated_at: Timestamp | null
  }
  staff_totp: {
    staff_id: number
    secret_sealed: Buffer
    begun_at: Generated<Timestamp>
    confirmed_at: Timestamp | null
    last_step: Generated<number>
  }
  stock_alert: {
    id: Always<number>
    token: string
    email: string | null
    locale: 'de' | 'en'
    path: string
    created_at: Timestamp
    confirmed_at: Timestamp | null
    left_at: Timestamp | null
    matched_until: Timestamp
    compared: Generated<boolean>
    product_id: string | null
    seen_cents: number | null
    waits: Generated<boolean>
  }
  stock_alert_match: {
    alert_id: number
    product_id: string
    at: Timestamp
  }
  stock_count: {
    id: Always<number>
    branch_id: string | null
    started_at: Generated<Timestamp>
    started_by: number
    paused_at: Timestamp | null
    closed_at: Timestamp | null
    closed_by: number | null
    result: Json | null
  }
  stock_count_movement: {
    count_id: number
    product_id: string
    at: Generated<Timestamp>
  }
  stock_count_scan: {
    id: Always<number>
    count_id: number
    product_id: string
    at: Generated<Timestamp>
    staff_id: number
  }
  stock_count_stray: {
    id: Always<number>
    count_id: number
    code: string
    at: Generated<Timestamp>
    staff_id: number
  }
  stock_entry: {
    product_id: string
    number: number
    kind: string
    status: string
    branch_id: string | null
    brand_id: number | null
    name_de: string
    name_en: string
    price_cents: number | null
    cost_cents: number | null
    acquired_on: string | null
    on_sale_since: Timestamp | null
    sold_at: Timestamp | null
    missing: string[]
    came_back: boolean
    words: string
    changed_at: Timestamp
  }
  stock_import: {
    id: Always<number>
    staff_id: number
    created_at: Generated<Timestamp>
    file_name: string
    content: Buffer | null
    content_hash: Buffer
    headings_hash: Buffer
    mapping: Json
    state: Generated<'uploaded' | 'checked' | 'running' | 'done' | 'discarded'>
    result: Json | null
    checked_version: Generated<number>
    rows_done: Generated<number>
    busy_until: Timestamp | null
    refused: Buffer | null
    finished_at: Timestamp | null
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
    draft_version: Generated<number>
    draft_by: string | null
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
  test_sheet: {
    id: Always<number>
    product_id: string
    number: number
    examined_on: string
    examined_by: string
    content: Json
    signed_at: Generated<Timestamp>
    recorded_by: number | null
    signed_by: string | null
  }
  theft_check: {
    id: Always<number>
    product_id: string
    checked_on: string
    register: string
    result: 'clear' | 'hit' | 'unclear'
    note: string | null
    recorded_by: number | null
    certificate_hash: string | null
    certificate_name: string | null
    certificate_number: string | null
  }
  withdrawal: {
    id: Always<number>
    received_at: Generated<Timestamp>
    locale: 'de' | 'en'
    name: string
    contract: string
    email: string
    comment: Generated<string>
    submission: string
    pieces: Generated<string[]>
    order_id: number | null
  }
  withdrawal_answer: {
    withdrawal_id: number
    order_id: number | null
    outcome: 'accepted' | 'refused' | 'no-contract'
    note: Generated<string>
    at: Generated<Timestamp>
    actor: 'staff' | 'buyer' | 'shop' | 'provider' | null
    actor_name: string | null
  }
  withdrawal_photo: {
    withdrawal_id: number
    id: string
    width: number
    height: number
    placeholder: string
    bytes: number
    added_at: Generated<Timestamp>
    added_by: string
    staff_id: Generated<number | null>
  }
}
