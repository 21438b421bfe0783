/* test-short-text.c - names shortened to fit
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-short-text.h"

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *expected;
  } cases[] = {
    { "short(int)", "short(int)" },
    { "a::b::short(int)", "a::b::short(int)" },
    { "void OHOS::AppExecFwk::MainThread::HandleLaunchAbility(const std::shared_ptr<AbilityLocalRecord> &)##com.ohos.contacts", "MainThread::HandleLaunchAbility" },
    { "virtual OHOS::ErrCode OHOS::AppExecFwk::BundleMgrProxy::GetHapModuleInfo(const OHOS::A &)", "BundleMgrProxy::GetHapModuleInfo" },
    { "std::unique_ptr<a::b::C> some_function_of_one_namespace::f(void (*)(int), long)", "some_function_of_one_namespace::f" },
    { "void a::Map<b::Key, std::function<int (int)>>::Insert(b::Key, a_type_with_a_long_name)", "Map<b::Key, std::function<int (int)>>::Insert" },
    /* not C++ signatures */
    { "HIDL::ISensors::poll::client and a name without arguments at all", "HIDL::ISensors::poll::client and a name withou…" },
    { "android.view.ViewRootImpl.performTraversals(ViewRootImpl.java)", "android.view.ViewRootImpl.performTraversals(Vi…" },
    { "a::b<c::d(e::f a name in which a bracket is never closed", "a::b<c::d(e::f a name in which a bracket is ne…" },
    { "(anonymous) a name that begins with its arguments, and goes on", "(anonymous) a name that begins with its argume…" },
    { "ääääääääääääääääääääääääääääääääääääääääääääääää", "ääääääääääääääääääääääääääääääääääääääääääääää…" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = strata_short_text_dup_name (cases[i].name, 47);

      g_assert_cmpstr (name, ==, cases[i].expected);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/short-text/names", test_names);

  return g_test_run ();
}
