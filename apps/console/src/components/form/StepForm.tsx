import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatCount } from '../../lib/format/format.ts';
import { Fact, Facts } from '../figure/Facts.tsx';
import { StatusChip } from '../figure/StatusChip.tsx';
import { Form, FormButtons, FormHint } from './Form.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import type { FormFrame } from './use-server-form.ts';

/** A label with what is said of it in text: '' for nothing, undefined where it does not apply. */
type StepFact = readonly [label: string, text: string | undefined];

export interface Step<V> {
  /** In the address. */
  key: string;
  title: string;
  /** The fields that are checked before the next step, and whose errors lead here. */
  fields: readonly string[];
  /** What the last look says of these values: the same labels for all values. */
  facts: (values: V) => readonly StepFact[];
  content: ReactNode;
  /** Why the form cannot go on from here yet. */
  blocked?: string | undefined;
}

/** What the steps need of a form. */
interface SteppedForm<V> extends FormFrame {
  values: V;
  base: V;
  errors: Readonly<Record<string, string | undefined>>;
  fieldId: (field: string) => string;
  checkFields: (fields: readonly string[]) => boolean;
}

interface StepFormProps<V> {
  /** What it is for, for screen readers. */
  label: string;
  form: SteppedForm<V>;
  steps: readonly Step<V>[];
  /** A stored record is changed: each step can be opened at once, and the last look marks what changes. */
  edits: boolean;
  submit: string;
  /** Where Cancel leads. */
  list: string;
  /** What would be lost: "the new user", a name. */
  about: string;
  /** Notes above each step. */
  children?: ReactNode;
}

const CHECK = { key: 'check', title: 'Check and save', fields: [] };
const ENABLED = ':is(input, textarea):enabled:not([type="hidden"])';

/**
 * The step of the address, no further than was reached, and the way to another one. Each step is an entry of the browser's
 * history, so that its Back leads to the step before. After a change the focus is on the heading, or on what was wanted.
 */
function useSteps(keys: readonly string[], edits: boolean) {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const [furthest, setFurthest] = useState(0);
  const reached = edits ? keys.length - 1 : furthest;
  const at = Math.min(Math.max(0, keys.indexOf(params.get('step') ?? '')), reached);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const shown = useRef(at);
  const wanted = useRef<(() => HTMLElement | null) | undefined>(undefined);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    listRef.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' });
    window.scrollTo(0, 0);
    const target = wanted.current?.();
    wanted.current = undefined;
    if (target) target.focus();
    else headingRef.current?.focus({ preventScroll: true });
  }, [at]);
  const go = (to: number, target?: () => HTMLElement | null) => {
    if (to === at) {
      target?.()?.focus();
      return;
    }
    wanted.current = target;
    setFurthest(Math.max(furthest, to));
    const next = new URLSearchParams(params);
    if (to === 0) next.delete('step');
    else next.set('step', keys[to] ?? '');
    setParams(next, { state, preventScrollReset: true });
  };
  return { at, reached, go, headingRef, listRef };
}

/** A long form in steps, one after the other, with a last look at everything before it is sent. */
export function StepForm<V extends object>(props: StepFormProps<V>) {
  const { label, form, steps, edits, submit, list, about, children } = props;
  const all = [...steps, CHECK];
  const { at, reached, go, headingRef, listRef } = useSteps(
    all.map(({ key }) => key),
    edits,
  );
  const navigate = useNavigate();
  const id = useId();
  const last = at === steps.length;
  const blocked = (last ? steps : steps.slice(at, at + 1)).find((step) => step.blocked)?.blocked;
  const next = () => {
    if (form.busy || !form.checkFields(all[at]?.fields ?? [])) return;
    go(at + 1);
  };
  const toField = (field: string) => {
    const step = steps.findIndex(({ fields }) => fields.some((each) => form.fieldId(each) === field));
    go(step < 0 ? at : step, () => document.getElementById(field));
  };
  const toFirstField = (step: number) =>
    go(step, () => document.getElementById(`${id}-${step}`)?.querySelector<HTMLElement>(ENABLED) ?? null);
  return (
    <div className="stack" style={{ maxWidth: 860 }}>
      <nav aria-label="Steps">
        {/* With room for the outline of the focus, which a scrolling row would cut off. */}
        <ol ref={listRef} className="tab-row" style={{ margin: -4, padding: 4 }}>
          {all.map(({ key, title, fields }, step) => {
            const wrong = fields.filter((field) => form.errors[field] !== undefined).length;
            return (
              <li key={key}>
                <Button
                  variant="default"
                  className="choice"
                  disabled={step > reached || form.busy}
                  aria-current={step === at ? 'step' : undefined}
                  onClick={() => go(step)}
                >
                  {step + 1}. {title}
                  {wrong > 0 && (
                    <>
                      {' '}
                      <StatusChip tone="bad" icon={IconAlertTriangle} label={formatCount(wrong, 'error')} />
                    </>
                  )}
                </Button>
              </li>
            );
          })}
        </ol>
      </nav>
      <Form label={label} form={last ? form : { ...form, submit: next }} onPick={toField}>
        {children}
        <section className="card pad stack" aria-labelledby={id}>
          <div className="between">
            <h2 id={id} ref={headingRef} tabIndex={-1} className="title">
              {all[at]?.title}
            </h2>
            <span className="hint">
              Step {at + 1} of {all.length}
            </span>
          </div>
          {/* All stay on the page: what is half typed in one is still there when it is opened again. */}
          {steps.map(({ key, content }, step) => (
            <div key={key} id={`${id}-${step}`} hidden={step !== at}>
              <div className="stack">{content}</div>
            </div>
          ))}
          {last && <LastLook form={form} steps={steps} edits={edits} onEdit={toFirstField} />}
          <FormButtons
            form={form}
            submit={last ? submit : 'Next'}
            blocked={blocked}
            cancel={at === 0 ? 'Cancel' : 'Back'}
            onCancel={() => (at === 0 ? void navigate(list) : go(at - 1))}
          />
        </section>
      </Form>
      <LeaveDialog dirty={form.dirty}>What you typed for {about} is lost.</LeaveDialog>
    </div>
  );
}

interface LastLookProps<V> extends Pick<StepFormProps<V>, 'form' | 'steps' | 'edits'> {
  onEdit: (step: number) => void;
}

/** All that will be stored, step by step, and of a stored record what changes. */
function LastLook<V extends object>({ form, steps, edits, onEdit }: LastLookProps<V>) {
  const factsOf = (values: V) => JSON.stringify(steps.map(({ facts }) => facts(values)));
  return (
    <>
      {edits && factsOf(form.base) === factsOf(form.values) && <FormHint>Nothing has been changed yet.</FormHint>}
      {steps.map(({ key, title, facts }, step) => {
        const before = new Map(edits ? facts(form.base) : []);
        const said = facts(form.values).filter(([name, text]) => (text ?? before.get(name)) !== undefined);
        return (
          <section key={key} className="tight" aria-label={title}>
            <div className="between">
              <h3 className="title">{title}</h3>
              <Button size="xs" variant="default" aria-label={`Edit ${title}`} onClick={() => onEdit(step)}>
                Edit
              </Button>
            </div>
            <Facts>
              {said.map(([name, text]) => (
                <Fact key={name} name={name}>
                  {edits && before.get(name) !== text ? (
                    <>
                      <del>{before.get(name) || NONE}</del>{' '}
                      <IconArrowRight
                        size={14}
                        role="img"
                        aria-label="changes to"
                        style={{ verticalAlign: 'middle' }}
                      />{' '}
                      <strong>{text || NONE}</strong>
                    </>
                  ) : (
                    text || NONE
                  )}
                </Fact>
              ))}
            </Facts>
          </section>
        );
      })}
    </>
  );
}

const NONE = 'None';
