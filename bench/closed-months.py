"""A month's top pages of one large workspace: the engine of ClickHouse (chdb), and DuckDB over Parquet. On one machine, without the service.

pip install chdb==4.4.0 duckdb==2.0.0; python bench/closed-months.py 10000000 FOLDER
Made-up events in the shape of `footfall_events` (docs/guides/clickhouse.md); the middle of three times.
"""
import os
import sys
import time

import chdb
import duckdb
from chdb import session

events, folder = int(sys.argv[1]), sys.argv[2]
os.makedirs(folder, exist_ok=True)
parquet = os.path.join(folder, "2026-10.parquet")

maker = duckdb.connect()
maker.execute("set threads = 2; set memory_limit = '1GB'; set preserve_insertion_order = false")
# Seven events a visit, a visitor has two visits and a half; a page is the rarer the greater its number.
maker.execute(f"""
copy (
  select uuid() as id, md5(((i // 7) * 7919 % ({events} // 18))::varchar)::uuid as visitor_id, md5('s' || (i // 7))::uuid as session_id,
    timestamp '2026-10-01' + to_microseconds((i * {2678400000000 / events})::bigint) as occurred_at,
    'page_view' as name, 'https://www.example.com/' || floor(2000 * power(random(), 3))::int as url, 'A page' as title,
    'https://www.google.com/' as referrer, '' as properties
  from range({events}) t(i)
) to '{parquet}' (format parquet, compression zstd)""")

engine = session.Session(os.path.join(folder, "clickhouse"))
engine.query("create database if not exists footfall")
engine.query("""
create table footfall.footfall_events (workspace_id UUID, id UUID, visitor_id UUID, session_id UUID, is_test Bool,
  occurred_at DateTime64(3, 'UTC'), name LowCardinality(String), url String, title String, referrer String, properties String,
  version UInt64, is_deleted UInt8)
engine = ReplacingMergeTree(version, is_deleted) partition by toYYYYMM(occurred_at)
order by (workspace_id, is_test, toDate(occurred_at), id)""")
began = time.time()
engine.query(f"""
insert into footfall.footfall_events select toUUID('01a1f846-0000-7000-8000-000000000000'), toUUID(toString(id)), toUUID(toString(visitor_id)),
  toUUID(toString(session_id)), false, occurred_at, name, url, title, referrer, properties, 1, 0
from file('{parquet}', Parquet) settings max_threads = 2""")
print(f"{events} events; chdb {chdb.__version__}, duckdb {duckdb.__version__}; stored there in {time.time() - began:.1f} s")
print(f"Parquet {os.path.getsize(parquet) / events:.0f} bytes an event")
size = engine.query("select sum(bytes_on_disk) from system.parts where active and database = 'footfall'", "TabSeparated").bytes()
print(f"ClickHouse {int(size) / events:.0f} bytes an event")

top = "select url, count(*) as views, {visitors} as visitors from {table} where name = 'page_view' group by url order by views desc limit 20"
month = "footfall.footfall_events {final} where workspace_id = '01a1f846-0000-7000-8000-000000000000' and not is_test and"


def timed(what, ask):
    # Of all threads: what others do on the machine matters less than for the time that passes.
    times = []
    for _ in range(3):
        began, used = time.time(), time.process_time()
        ask()
        times.append((time.time() - began, time.process_time() - used))
    passed, used = sorted(times)[1]
    print(f"{what}: {passed:.2f} s, {used:.2f} s of processor time", flush=True)


for final in ["final", ""]:
    table = month.format(final=final)
    for visitors in ["uniqExact(visitor_id)", "uniq(visitor_id)"]:
        query = top.format(visitors=visitors, table=table).replace("and where", "and")
        settings = " settings max_threads = 2, do_not_merge_across_partitions_select_final = 1"
        timed(f"ClickHouse, {final or 'without final'}, {visitors}", lambda: engine.query(query + settings, "TabSeparated"))
for visitors in ["count(distinct visitor_id)", "approx_count_distinct(visitor_id)"]:
    query = top.format(visitors=visitors, table=f"'{parquet}'")
    timed(f"DuckDB over Parquet, {visitors}", lambda: maker.execute(query).fetchall())
