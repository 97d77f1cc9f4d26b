import { ConstituencyList } from '@ec/contract/constituencies/schemas';
import { GeneratedReport } from '@ec/contract/reports/schemas';
import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { meOf } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { DISTRICT, electionOf, electionsAnswer } from '../../../../test/elections.ts';
import { listOf, serveReports, underWay } from '../../../../test/reports.ts';
import { type Call, ok, refuse } from '../../../../test/server.ts';
import { at } from '../../../../test/users.ts';
import { Me } from '@ec/contract/auth/schemas';

beforeEach(() => {
  stubEventSource();
  // A notice of an earlier test would stay on the screen.
  notifications.clean();
});

const asked = (calls: Call[]) => calls.findLast(({ method, path }) => method === 'POST' && path === '/reports')?.body;
const accepted = () => ok(GeneratedReport, underWay('queued', 0), 201);

type User = ReturnType<typeof renderConsole>['user'];
const choose = async (user: User, label: string, option: string | RegExp) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const generate = (user: User) => user.click(screen.getByRole('button', { name: 'Generate Report' }));

/** The names of all fields of the form. */
function fieldNames(form: HTMLElement): string[] {
  const roles = ['combobox', 'textbox', 'radio'] as const;
  return roles.flatMap((role) =>
    within(form)
      .queryAllByRole(role)
      .map((field) => field.getAttribute('id') ?? ''),
  );
}
const has = (form: HTMLElement, field: string) => fieldNames(form).includes(`report-${field}`);

describe('what a template asks for', () => {
  it.each([
    ['election_summary', ['election_id', 'geographic_scope']],
    ['user_activity', ['date_range', 'geographic_scope', 'user_roles', 'activity_types']],
    ['approval_audit', ['date_range', 'geographic_scope', 'approval_status', 'approver_role']],
    ['result_comparison', ['election_id', 'geographic_scope', 'variance_threshold']],
    ['security_audit', ['date_range', 'security_events', 'ip_ranges']],
  ])('%s asks for its own parameters and no others', async (template, wanted) => {
    serveReports('national_admin', { 'GET /elections': () => electionsAnswer([electionOf()]) });
    renderConsole(`/reports?run=${template}`);
    const form = await screen.findByRole('form', { name: /Parameters/ });
    const all = [
      'election_id',
      'date_range',
      'geographic_scope',
      'constituency_id',
      'user_roles',
      'activity_types',
      'approval_status',
      'approver_role',
      'variance_threshold',
      'security_events',
      'ip_ranges',
    ];
    await waitFor(() => expect(all.filter((field) => has(form, field))).toEqual(all.filter((f) => wanted.includes(f))));
  });

  it('asks a collation gap of the Senate for its district, among those of the place', async () => {
    const senate = electionOf({ name: 'Senate', type: 'senatorial', areas: [at('NG')] });
    const lagos = { ...DISTRICT, lgas: [{ id: at('24-11'), name: 'Ikeja', part: false }] };
    const kano = { ...lagos, id: 'senatorial-200', name: 'Kano North', state: { id: at('19'), name: 'Kano' } };
    const calls = serveReports('national_admin', {
      'GET /elections': () => electionsAnswer([senate, electionOf()]),
      'GET /constituencies': () => ok(ConstituencyList, { constituencies: [lagos, kano], total: 2, unassigned: 0 }),
      'POST /reports': ({ body }) =>
        JSON.stringify(body).includes('senatorial-')
          ? accepted()
          : refuse('REPORT_PARAMETER', { parameter: 'constituency_id', problem: 'Several lie here.' }),
    });
    const { user } = renderConsole('/reports?run=collation_gap');
    await choose(user, 'Election', /^Senate/);
    const field = await screen.findByRole('combobox', { name: 'Senatorial district' });
    await generate(user);
    await waitFor(() => expect(field).toHaveAccessibleDescription('Several lie here.'));
    await user.selectOptions(field, 'Kano North');
    await generate(user);
    await waitFor(() =>
      expect(asked(calls)).toEqual({
        template: 'collation_gap',
        parameters: { election_id: senate.id, constituency_id: 'senatorial-200' },
      }),
    );
    await choose(user, 'Election', /^Presidential/);
    expect(screen.queryByRole('combobox', { name: 'Senatorial district' })).not.toBeInTheDocument();
    await generate(user);
    await waitFor(() => expect(JSON.stringify(asked(calls))).not.toContain('constituency'));
  });

  it('is opened by its card, which says what it contains and requires', async () => {
    serveReports('national_admin', { 'GET /elections': () => electionsAnswer([electionOf()]) });
    const { user, router } = renderConsole('/reports');
    const card = await screen.findByRole('button', { name: /Result comparison/ });
    expect(card).toHaveTextContent('Asks for: election, area, threshold');
    await user.click(card);
    expect(await screen.findByRole('heading', { name: 'Result comparison' })).toHaveFocus();
    expect(card).toHaveAttribute('aria-pressed', 'true');
    expect(router.state.location.search).toBe('?run=result_comparison');
    // The organisation's own threshold stands in for what is left empty.
    await waitFor(() => expect(screen.getByLabelText('Variance threshold')).toHaveAttribute('placeholder', '5'));
  });

  it('keeps what was typed for each template while another is looked at, and after a reload', async () => {
    serveReports('national_admin');
    const { user } = renderConsole('/reports?run=security_audit');
    await choose(user, 'Period', 'This month');
    await user.type(screen.getByRole('combobox', { name: 'IP ranges' }), '105.112.0.0/16{Enter}');
    await user.click(screen.getByRole('button', { name: /User activity/ }));
    expect(await screen.findByRole('combobox', { name: 'Period' })).toHaveValue('This week');
    await user.click(screen.getByRole('button', { name: /Security audit/ }));
    expect(await screen.findByText('105.112.0.0/16')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Period' })).toHaveValue('This month');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText('105.112.0.0/16')).not.toBeInTheDocument();
  });
});

describe('asking for a report', () => {
  it('does not take an election that is not there any more for the choice', async () => {
    let elections = [electionOf({ name: 'Annulled' }), electionOf({ name: 'One' }), electionOf({ name: 'Two' })];
    serveReports('national_admin', { 'GET /elections': () => electionsAnswer(elections) });
    const first = renderConsole('/reports?run=election_summary');
    await choose(first.user, 'Election', 'Annulled, 25/02/2023');
    cleanup();
    elections = elections.slice(1);
    const { user } = renderConsole('/reports?run=election_summary');
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Election' })).toHaveAttribute('placeholder', 'Choose an election'),
    );
    await generate(user);
    expect(await screen.findByRole('link', { name: 'Choose an election' })).toBeVisible();
  });

  it('sends the parameters as the contract has them', async () => {
    const first = electionOf();
    const second = electionOf({ name: 'Rerun', status: 'completed' });
    const calls = serveReports('national_admin', {
      'GET /elections': () => electionsAnswer([first, second]),
      'POST /reports': accepted,
    });
    const { user } = renderConsole('/reports?run=result_comparison');
    await choose(user, 'Election', 'Presidential election, 25/02/2023');
    await user.click(screen.getByRole('radio', { name: 'Another election' }));
    await choose(user, 'Other election', 'Rerun, 25/02/2023');
    await user.type(screen.getByLabelText('Variance threshold'), '7.5');
    await choose(user, 'Place', /^South West/);
    await generate(user);
    await waitFor(() =>
      expect(asked(calls)).toEqual({
        template: 'result_comparison',
        parameters: {
          election_id: first.id,
          other_election_id: second.id,
          geographic_scope: 'SW',
          variance_threshold: 7.5,
        },
      }),
    );
    expect(await screen.findByText(/is being made/)).toBeVisible();
  });

  it('takes the only election there is, and leaves out what was not chosen', async () => {
    const only = electionOf();
    const calls = serveReports('national_admin', {
      'GET /elections': () => electionsAnswer([only]),
      'POST /reports': accepted,
    });
    const { user } = renderConsole('/reports?run=election_summary');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Election' })).not.toHaveValue(''));
    await generate(user);
    await waitFor(() =>
      expect(asked(calls)).toEqual({ template: 'election_summary', parameters: { election_id: only.id } }),
    );
  });

  it('sends days of a custom period, roles and activities', async () => {
    const calls = serveReports('national_admin', { 'POST /reports': accepted });
    const { user } = renderConsole('/reports?run=user_activity');
    await choose(user, 'Period', 'Custom');
    await user.type(screen.getByRole('textbox', { name: 'First day' }), '01/02/2023');
    await user.type(screen.getByRole('textbox', { name: 'Last day' }), '28/02/2023');
    await choose(user, 'User roles', 'Ward Admin');
    await choose(user, 'Activity types', 'Results');
    await generate(user);
    await waitFor(() =>
      expect(asked(calls)).toEqual({
        template: 'user_activity',
        parameters: {
          date_range: { period: 'custom', from: '2023-02-01', to: '2023-02-28' },
          user_roles: ['ward_admin'],
          activity_types: ['results'],
        },
      }),
    );
  });

  it('says beside the fields and at the top what is missing, and sends nothing', async () => {
    const calls = serveReports('national_admin', {
      'GET /elections': () => electionsAnswer([electionOf({ name: 'One' }), electionOf({ name: 'Two' })]),
    });
    const { user } = renderConsole('/reports?run=result_comparison');
    await user.click(await screen.findByRole('radio', { name: 'Another election' }));
    await user.type(screen.getByLabelText('Variance threshold'), '170');
    await generate(user);
    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Choose an election', 'Choose the election to compare with', 'Give a number from 0 to 100']);
    await user.click(within(summary).getByRole('link', { name: 'Choose an election' }));
    expect(screen.getByRole('combobox', { name: 'Election' })).toHaveFocus();
    expect(asked(calls)).toBeUndefined();
  });

  it('refuses days in the wrong order', async () => {
    const calls = serveReports('national_admin');
    const { user } = renderConsole('/reports?run=approval_audit');
    await choose(user, 'Period', 'Custom');
    await generate(user);
    expect(await screen.findByRole('link', { name: 'Choose the first day' })).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'First day' }), '28/02/2023');
    await user.type(screen.getByRole('textbox', { name: 'Last day' }), '01/02/2023');
    await generate(user);
    expect(await screen.findByRole('link', { name: 'The last day lies before the first' })).toBeVisible();
    expect(asked(calls)).toBeUndefined();
  });

  it('reports an invalid address at once', async () => {
    const calls = serveReports('national_admin');
    const { user } = renderConsole('/reports?run=security_audit');
    const field = await screen.findByRole('combobox', { name: 'IP ranges' });
    await user.type(field, '105.112.0.7 10.0.0.999{Enter}');
    expect(await screen.findByText('10.0.0.999: This is not an address or a network')).toBeVisible();
    await generate(user);
    expect(asked(calls)).toBeUndefined();
    await user.click(field);
    await user.keyboard('{Backspace}');
    expect(screen.queryByText(/This is not an address/)).not.toBeInTheDocument();
  });

  it('shows the server’s refusal at the field it names, and keeps what was typed', async () => {
    const message = 'This election does not cover your area.';
    serveReports('national_admin', {
      'GET /elections': () => electionsAnswer([electionOf()]),
      'POST /reports': () =>
        new Response(
          JSON.stringify({
            success: false,
            code: 'VALIDATION_FAILED',
            error: 'Check the fields.',
            fields: [{ path: 'parameters.election_id', message }],
          }),
          { status: 400 },
        ),
    });
    const { user } = renderConsole('/reports?run=election_summary');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Election' })).not.toHaveValue(''));
    await generate(user);
    expect(await screen.findByRole('link', { name: message })).toHaveAttribute('href', '#report-election_id');
    expect(screen.getByRole('combobox', { name: 'Election' })).toHaveAccessibleDescription(message);
  });

  it('says that the queue is full where it is', async () => {
    serveReports('national_admin', { 'POST /reports': () => refuse('REPORT_LIMIT', { limit: 5 }) });
    const { user } = renderConsole('/reports?run=security_audit');
    await screen.findByRole('combobox', { name: 'Period' });
    await generate(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('You already have 5 reports in the queue.');
  });

  it('shows the new report in the list, whatever the list was narrowed to', async () => {
    const made = underWay('queued', 0, { title: 'Security audit' });
    const reports: GeneratedReport[] = [];
    const calls = serveReports('global_moderator', {
      'GET /reports': ({ query }) => listOf(query.get('status') ? [] : reports),
      'POST /reports': () => {
        reports.push(made);
        return ok(GeneratedReport, made, 201);
      },
    });
    const { user } = renderConsole('/reports?run=security_audit&status=failed');
    expect(await screen.findByText('No report fits these filters.')).toBeVisible();
    await generate(user);
    const row = await screen.findByRole('row', { name: /Security audit/ });
    expect(within(row).getByText('Queued')).toBeVisible();
    expect(calls.findLast(({ path }) => path === '/reports')?.query.get('status')).toBeNull();
  });
});

describe('who runs what', () => {
  it('offers a role its own templates', async () => {
    serveReports('global_moderator');
    renderConsole('/reports?run=election_summary');
    const cards = within(await screen.findByRole('list', { name: 'Report templates' })).getAllByRole('button');
    expect(cards.map((card) => card.firstChild?.textContent)).toEqual([
      'User activity',
      'Approval audit',
      'Security audit',
    ]);
    expect(screen.getByText('No report chosen')).toBeVisible();
  });

  it('says to the super admin that the role runs none', async () => {
    const calls = serveReports('super_admin');
    renderConsole('/reports');
    expect(await screen.findByText('A Super Admin runs no reports')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Generate Report' })).not.toBeInTheDocument();
    expect(calls.some(({ path }) => path === '/reports')).toBe(false);
  });

  it('says why nothing can be run', async () => {
    const me = meOf('national_admin');
    serveReports('national_admin', {
      'GET /auth/me': () => ok(Me, { ...me, levels: { ...me.levels, reports: 'read' } }),
    });
    renderConsole('/reports?run=security_audit');
    expect(await screen.findByRole('button', { name: 'Generate Report' })).toBeDisabled();
    expect(screen.getByText('Your permissions let you see reports, not run new ones.')).toBeVisible();
  });

  it('says so where no election has results yet', async () => {
    serveReports('national_admin');
    renderConsole('/reports?run=election_summary');
    expect(await screen.findByText('No election has results yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Generate Report' })).toBeDisabled();
  });
});
