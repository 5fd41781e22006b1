//! Both caches: how long they were before the cycle, during it, and after the rollback.

use crate::decode::CacheView;
use crate::ui::i18n::{t, t_args};
use crate::ui::state::LabState;
use leptos::prelude::*;

/// Cells before the cycle's own that are drawn one by one; older ones are a number.
const N_OLD_CELLS: usize = 10;

/// The caches of target and draft.
#[component]
pub fn CachePanel() -> impl IntoView {
    let state = LabState::use_context();
    let caches = Memo::new(move |_| {
        state.view.with(|view| {
            let stage = view.as_ref()?.cycle.as_ref()?;
            Some((stage.target_cache, stage.draft_cache, stage.columns.len()))
        })
    });
    view! {
        <div class="card caches" data-testid="caches">
            <h2>{t("caches-title")}</h2>
            {move || match caches.get() {
                Some((target, draft, n_drafted)) => {
                    let start = target.before.min(draft.before).saturating_sub(N_OLD_CELLS);
                    let end = target.before.max(draft.before) + n_drafted + 2;
                    view! {
                        <div class="cache-rows">
                            <CacheRow name="target" cache=target start end />
                            <CacheRow name="draft" cache=draft start end />
                        </div>
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">{t("caches-empty")}</p> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn CacheRow(name: &'static str, cache: CacheView, start: usize, end: usize) -> impl IntoView {
    let now = cache.now();
    let peak = cache.during.unwrap_or(cache.before).max(now);
    let cells: Vec<_> = (start..end)
        .map(|idx| {
            let class = if idx < cache.before.min(now) {
                "old"
            } else if idx < now {
                "new"
            } else if idx < peak {
                "gone"
            } else {
                "free"
            };
            view! { <i class=class></i> }
        })
        .collect();
    let [before, during, after] = [Some(cache.before), cache.during, cache.after].map(|n| n.unwrap_or_default().into());
    let history = match (cache.during, cache.after) {
        (None, _) => t_args("caches-before", &[("before", before)]),
        (Some(_), None) => t_args("caches-during", &[("before", before), ("during", during)]),
        (Some(_), Some(_)) => t_args("caches-after", &[("before", before), ("during", during), ("after", after)]),
    };
    let spoken = match cache.rolled_back() {
        0 => history.clone(),
        n => t_args("caches-spoken", &[("history", history.clone().into()), ("n", n.into())]),
    };
    view! {
        <div class="cache-name"><span class=format!("{name}-word")>{t(&format!("caches-{name}"))}</span></div>
        <div class=format!("cache-cells {name}") role="img" aria-label=spoken>
            {(start > 0).then(|| view! { <span class="older">{format!("{start} …")}</span> })}
            {cells}
        </div>
        <div class="cache-history num" data-testid=format!("cache-{name}")>{history}</div>
    }
}
