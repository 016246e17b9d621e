-- Photos that staff take, turn and describe.
alter table photo
  -- the upload that it was made of, kept as it came; null: none was kept, its own copy counts as one
  add column original text check (original ~ '^[0-9a-f]{32}$'),
  -- clockwise, from the original: quarters of a circle, then tenths of a degree
  add column quarter_turns smallint not null default 0 check (quarter_turns between 0 and 3),
  add column straightened smallint not null default 0 check (straightened between -150 and 150),
  -- what has to be seen of it where it is cut, per mille from the left and from the top
  add column focus_x smallint check (focus_x between 0 and 1000),
  add column focus_y smallint check (focus_y between 0 and 1000),
  -- which of the wanted shots it is (app/shop/piece-photos/shots.ts)
  add column shot text check (shot ~ '^[a-z]+(-[a-z]+)*$'),
  -- whether somebody wrote its alternative text; else the shop proposed it
  add column described boolean not null default true,
  add constraint focus_is_a_point check ((focus_x is null) = (focus_y is null));

-- Opens the camera page of one piece on a phone, without anybody signing in there; only a digest of its token is kept.
create table photo_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  product_id text not null references product,
  -- in whose name its photos are added
  staff_id int not null references staff_member,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index photo_link_expiry on photo_link (expires_at);
