-- When a person is away by their own settings, and whether they are told in Teams.
alter table users
  add column working_hours json,
  add column paused_until timestamptz,
  add column teams_notifications boolean not null default true;

-- What people may have to be told of, until it is decided who is. Without a user: whom the chat concerns.
create table notices (
  tenant_id uuid not null,
  notice_id uuid not null default gen_random_uuid(),
  chat_id uuid not null,
  kind text not null check (kind in ('text', 'mention', 'assigned', 'snoozeEnded', 'notSent')),
  item_id uuid not null,
  user_id uuid,
  caused_by uuid,
  happened_at timestamptz not null,
  primary key (tenant_id, notice_id),
  foreign key (tenant_id, chat_id) references chats (tenant_id, chat_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id)
);
create index notices_time on notices (happened_at);
create index notices_chat on notices (tenant_id, chat_id);

-- Browsers that get push, each as long as its session.
create table push_devices (
  tenant_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  -- A browser has one endpoint for all of its users.
  endpoint_hash bytea not null unique,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  choice text not null check (choice in ('mine', 'all')),
  created_at timestamptz not null,
  last_push_at timestamptz,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index push_devices_user on push_devices (tenant_id, user_id, created_at);
create index push_devices_session on push_devices (tenant_id, session_id);
create index push_devices_all on push_devices (tenant_id) where choice = 'all';

-- Notifications to send, until they are handed over. `read` takes back what a device shows.
create table notification_sends (
  tenant_id uuid not null,
  send_id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  chat_id uuid not null,
  kind text not null check (kind in ('text', 'mention', 'assigned', 'snoozeEnded', 'notSent', 'read')),
  item_id uuid not null,
  count integer not null,
  happened_at timestamptz not null,
  -- Without one: Teams.
  device_id uuid,
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (tenant_id, send_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id),
  foreign key (tenant_id, device_id) references push_devices on delete cascade
);
create index notification_sends_due on notification_sends ((device_id is null), due_at);
create index notification_sends_device on notification_sends (tenant_id, device_id);

-- The chats whose texts or mentions a device shows, until they are read.
create table pushed_chats (
  tenant_id uuid not null,
  device_id uuid not null,
  chat_id uuid not null,
  primary key (tenant_id, device_id, chat_id),
  foreign key (tenant_id, device_id) references push_devices on delete cascade
);

-- What open pages have shown, for as long as it could be sent.
create table shown_notices (
  tenant_id uuid not null,
  user_id uuid not null,
  item_id uuid not null,
  shown_at timestamptz not null,
  primary key (tenant_id, user_id, item_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id)
);
create index shown_notices_time on shown_notices (shown_at);

-- The latest decision about each person, and the latest failure of Teams.
create table notified_people (
  tenant_id uuid not null,
  user_id uuid not null,
  decided_at timestamptz,
  chat_id uuid,
  kind text check (kind in ('text', 'mention', 'assigned', 'snoozeEnded', 'notSent')),
  reason text,
  channel text check (channel in ('push', 'teams', 'page')),
  teams_failed_at timestamptz,
  teams_failure text,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id)
);
