#include <curlew/io/case/sections/sections.hpp>

#include <curlew/io/case/sections/discretization/discretization.hpp>
#include <curlew/io/case/sections/frequency/frequency_sweep.hpp>
#include <curlew/io/case/sections/grid/choose_layers.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/outputs/fields_in_time.hpp>

namespace curlew {

using Json = nlohmann::ordered_json;
using Context = ReadContext;

namespace {

Json materials_of(const Case &input) {
  Json materials = to_json(input.materials);
  for (const auto &[name, medium] : input.gyrotropic)
    materials[name].update(to_json(medium));
  return materials;
}

Json boundaries_of(const Case &input) {
  Json boundaries = to_json(input.boundaries);
  if (input.refuses_unnamed_groups)
    boundaries[std::string(k_unnamed_groups)] = "error";
  return boundaries;
}

// True for a run in time that writes fields at frequencies: FrequencySweepSpec::outputs_at_hz.
bool has_phasors_in_time(const Case &input) {
  return input.outputs.phasors && (input.time.steps || input.time.duration_s);
}

Json outputs_of(const Case &input) {
  Json outputs = to_json(input.outputs);
  if (has_phasors_in_time(input))
    write_field_frequencies(input.frequency_sweep.outputs_at_hz, outputs);
  return outputs;
}

} // namespace

const std::vector<Section> &sections() {
  static const std::vector<Section> all = {
      {"mesh", mesh_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.mesh = read_mesh(value, context);
       },
       [](const Case &c) { return to_json(c.mesh); }},
      {"grid", grid_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.grid = read_grid(value, context);
       },
       [](const Case &c) { return to_json(c.grid); }},
      {"materials", materials_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.materials = read_materials(value, context);
         c.gyrotropic = read_gyrotropic(value);
       },
       materials_of},
      {"regions", regions_schema_text,
       [](const Json &value, const Context &, Case &c) { c.regions = read_regions(value); },
       [](const Case &c) { return regions_to_json(c.regions); }},
      {"background", background_schema_text,
       [](const Json &value, const Context &, Case &c) { c.background = read_background(value); },
       [](const Case &c) { return to_json(c.background); }},
      {"objects", objects_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.objects = read_objects(value, context);
       },
       [](const Case &c) { return to_json(c.objects); }},
      {"boundaries", boundaries_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.boundaries =
             context.on_grid ? read_grid_boundaries(value) : read_boundaries(value, context);
         c.refuses_unnamed_groups = value.value(std::string(k_unnamed_groups), Json()) == "error";
         if (context.on_grid)
           choose_layers(c.grid, c.boundaries);
       },
       boundaries_of},
      {"excitations", excitations_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.excitations = read_excitations(value, context);
       },
       [](const Case &c) { return to_json(c.excitations); }},
      {"frequency", frequency_schema_text,
       [](const Json &value, const Context &, Case &c) {
         c.frequencies_hz = read_frequencies(value);
         c.frequency_sweep = read_frequency_sweep(value);
       },
       [](const Case &c) { return frequencies_to_json(c.frequencies_hz, c.frequency_sweep); }},
      {"eigenmodes", eigenmodes_schema_text,
       [](const Json &value, const Context &, Case &c) { c.eigenmodes = read_eigenmodes(value); },
       [](const Case &c) { return to_json(*c.eigenmodes); }},
      {"refinement", refinement_schema_text,
       [](const Json &value, const Context &, Case &c) { c.refinement = read_refinement(value); },
       [](const Case &c) { return to_json(*c.refinement); }},
      {"time", time_schema_text,
       [](const Json &value, const Context &, Case &c) { c.time = read_time(value); },
       [](const Case &c) { return to_json(c.time); }},
      {"discretization", discretization_schema_text,
       [](const Json &value, const Context &, Case &c) { c.discretization = value; },
       [](const Case &c) { return c.discretization; }},
      {"solver", solver_schema_text,
       [](const Json &value, const Context &, Case &c) { c.solver = read_solver(value); },
       [](const Case &c) { return to_json(c.solver); }},
      {"outputs", outputs_schema_text,
       [](const Json &value, const Context &context, Case &c) {
         c.outputs = read_outputs(value, context, c.excitations);
         if (has_phasors_in_time(c))
           c.frequency_sweep.outputs_at_hz = read_field_frequencies(value, c.frequencies_hz);
       },
       outputs_of},
      {"run", run_schema_text,
       [](const Json &value, const Context &, Case &c) { c.run = read_run(value); },
       [](const Case &c) { return to_json(c.run); }},
  };
  return all;
}

} // namespace curlew
