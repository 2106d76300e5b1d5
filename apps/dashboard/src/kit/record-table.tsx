/**
 * A paged table of records, filtered and sorted by the service. j and k move through the rows, Enter opens one, x selects
 * one, a the whole page; [ and ] turn pages. The URL has its state.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiFault } from '../api/fault.ts';
import { useMessages } from '../messages/language.tsx';
import type { ListState } from '../shell/frame-context.tsx';
import { useKeys } from '../shell/use-keys.ts';
import { Empty } from './empty.tsx';
import { Fault } from './fault.tsx';
import classes from './record-table.module.css';
import { type Selection, SelectionBar } from './selection.tsx';
import { SkeletonRows } from './skeletons.tsx';
import { SortHeader } from './sort-header.tsx';
import { TableFoot } from './table-foot.tsx';

/** Rows that fill a window, so that content below does not move when the data arrives. */
const screenful = 25;

export interface Column<T> {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** The operation's sort key, if any. */
  sort?: string;
  align?: 'end';
  /** Hidden by default. */
  isOptional?: boolean;
  /** Stays in a narrow window; the first column always does. */
  isNarrow?: boolean;
  /** Sticks to the end if the table is wider than its container: for row actions. */
  staysInView?: boolean;
  /** Its text loads after the rows: reserves space, so that nothing moves. */
  comesLater?: boolean;
}

export interface RecordTableProps<T> {
  /** Accessible name of the table. */
  label: string;
  columns: Column<T>[];
  idOf: (row: T) => string;
  /** Undefined while the first page is loading. */
  rows: T[] | undefined;
  /** Total number. */
  total: number | undefined;
  fault: ApiFault | null;
  onAgain: () => void;
  /** The next page is loading. */
  isChanging?: boolean;
  list: ListState;
  /** URL of a row's page. */
  linkOf?: (row: T) => string;
  /** Makes rows selectable. */
  selection?: Selection;
  /** Actions for selected rows. */
  actions?: ReactNode;
  /** Shown if there are no records and no filter. */
  empty: ReactNode;
}

/** Table props from a list query. */
export function rowsIn<T>(
  query: UseQueryResult<{ data: T[]; pagination: { total: number } }, ApiFault>,
) {
  return {
    rows: query.data?.data,
    total: query.data?.pagination.total,
    fault: query.error,
    onAgain: () => void query.refetch(),
    isChanging: query.isPlaceholderData,
  };
}

/** Head and foot stay in place whatever loads between them, so that nobody misses a click. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const { columns, total, list } = props;
  const shown = shownColumns(columns, list.columns);
  return (
    <div className={classes.table} data-changing={props.isChanging || undefined}>
      {props.selection && (
        <SelectionBar selection={props.selection} total={total ?? 0} actions={props.actions} />
      )}
      <Rows {...props} rows={props.fault ? [] : props.rows} columns={shown}>
        <InPlaceOfRows {...props} />
      </Rows>
      <TableFoot list={list} total={total} columns={columns} shown={shown} />
    </div>
  );
}

type InPlaceOfRowsProps<T> = Pick<
  RecordTableProps<T>,
  'fault' | 'onAgain' | 'rows' | 'list' | 'empty'
>;

function InPlaceOfRows<T>({ fault, onAgain, rows, list, empty }: InPlaceOfRowsProps<T>) {
  const isEmpty = rows?.length === 0 && list.page === 1;
  if (!fault && !isEmpty) return null;
  return (
    <div className={classes.instead}>
      {fault ? <Fault fault={fault} onAgain={onAgain} /> : <NoRows list={list} empty={empty} />}
    </div>
  );
}

function NoRows({ list, empty }: { list: ListState; empty: ReactNode }) {
  const { table } = useMessages();
  if (!list.filter) return empty;
  return (
    <Empty icon="filter" title={table.noMatch}>
      <button
        type="button"
        className={classes.quietButton}
        onClick={() => list.set({ filter: undefined })}
      >
        {table.clearFilter}
      </button>
    </Empty>
  );
}

/** The chosen columns, else all but the optional ones; in page order. */
function shownColumns<T>(columns: Column<T>[], chosen: string | undefined): Column<T>[] {
  const names = chosen?.split(',');
  const shown = columns.filter(({ id, isOptional }) => names?.includes(id) ?? !isOptional);
  return shown.length > 0 ? shown : columns.slice(0, 1);
}

type RowsProps<T> = Pick<
  RecordTableProps<T>,
  'label' | 'columns' | 'rows' | 'idOf' | 'linkOf' | 'list' | 'selection'
> & { children: ReactNode };

function Rows<T>(props: RowsProps<T>) {
  const { label, columns, rows, idOf, linkOf, list, selection, children } = props;
  const { table } = useMessages();
  const active = useActiveRow({ rows: rows ?? [], idOf, linkOf, list, selection });
  const ids = rows?.map(idOf) ?? [];
  const isAllSelected = ids.length > 0 && ids.every((id) => selection?.has(id));
  return (
    <section className={classes.scroll} aria-label={label} tabIndex={-1}>
      <table aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check}>
                <Check
                  label={table.selectPage}
                  isOn={isAllSelected}
                  isDisabled={ids.length === 0}
                  isPartly={!isAllSelected && ids.some((id) => selection.has(id))}
                  onTurn={() => selection.setPage(ids, !isAllSelected)}
                />
              </th>
            )}
            {columns.map((column, place) => (
              <SortHeader
                key={column.id}
                title={column.title}
                sort={column.sort}
                list={list}
                isEnd={column.align === 'end'}
                isNarrow={place === 0 || column.isNarrow === true}
                staysInView={column.staysInView === true}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={active.body}>
          {rows === undefined && (
            <SkeletonRows
              columns={columns.length + (selection ? 1 : 0)}
              rows={Math.min(list.size, screenful)}
            />
          )}
          {rows?.map((row, place) => (
            <Row
              key={idOf(row)}
              row={row}
              columns={columns}
              link={linkOf?.(row)}
              isActive={place === active.place}
              isSelected={selection?.has(idOf(row))}
              onSelect={selection && (() => selection.toggle(idOf(row)))}
            />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

interface RowProps<T> {
  row: T;
  columns: Column<T>[];
  link: string | undefined;
  isActive: boolean;
  isSelected: boolean | undefined;
  onSelect: (() => void) | undefined;
}

function Row<T>({ row, columns, link, isActive, isSelected, onSelect }: RowProps<T>) {
  const { table } = useMessages();
  return (
    <tr data-active={isActive || undefined} data-selected={isSelected || undefined}>
      {onSelect && (
        <td className={classes.check}>
          <Check label={table.selectRow} isOn={isSelected ?? false} onTurn={onSelect} />
        </td>
      )}
      {columns.map(({ id, cell, align, isNarrow, staysInView, comesLater }, place) => (
        <td
          key={id}
          data-end={align === 'end' || undefined}
          data-narrow={place === 0 || isNarrow || undefined}
          data-later={comesLater || undefined}
          data-stays={staysInView || undefined}
        >
          {place === 0 && link ? (
            <Link to={link} className={classes.link}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface CheckProps {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  isDisabled?: boolean;
  onTurn: () => void;
}

/** The native checkbox, as there is one in each row. */
function Check({ label, isOn, isPartly = false, isDisabled = false, onTurn }: CheckProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onChange={onTurn}
    />
  );
}

type ActiveRowProps<T> = Pick<RecordTableProps<T>, 'idOf' | 'linkOf' | 'list' | 'selection'> & {
  rows: T[];
};

/** The keyboard's current row; -1 before the first key. */
function useActiveRow<T>({ rows, idOf, linkOf, list, selection }: ActiveRowProps<T>) {
  const [place, setPlace] = useState(-1);
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the rows change
  useEffect(() => setPlace(-1), [list.page, list.filter, list.sort]);
  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), rows.length - 1);
    setPlace(next);
    body.current?.rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  const row = rows[place];
  useKeys({
    j: () => go(place + 1),
    k: () => go(place - 1),
    x: () => row && selection?.toggle(idOf(row)),
    a: () => selection?.setPage(rows.map(idOf), true),
    Escape: () => (selection && selection.count > 0 ? selection.clear() : false),
    Enter: (event) => {
      const link = row && linkOf?.(row);
      if (!link || event.target !== document.body) return false;
      return navigate({ to: link });
    },
    '[': () => list.page > 1 && list.set({ page: list.page - 1 }),
    ']': () => rows.length === list.size && list.set({ page: list.page + 1 }),
  });
  return { place, body };
}
