-- Wards and polling units that were created by INEC's counts, before their register is there. An import of the register takes
-- them over by their codes.
alter table locations add column placeholder boolean not null default false;
create index locations_placeholders on locations (type) where placeholder;

-- What an import is made of: a file of the register, or INEC's counts.
alter table register_imports add column kind text not null default 'register'
  constraint register_imports_kind check (kind in ('register', 'placeholders'));
